import { test } from '../../rule.ts'
import { plant, stands } from './stands.ts'
import { commandsCallNoPort } from './walls.ts'

describe('The structure of the code: commands', () => {
  test(
    'commands read and change the books only through use cases, and call no port',
    stands(commandsCallNoPort, [
      plant('adapters/cli/account/a.ts', 'const account = await store.accounts.byId(id)'),
      plant('adapters/cli/money/b.ts', 'const { postings } = await books.statement(query)'),
    ]),
  )
})
