import { expect } from 'chai'
import { test } from '../../rule.ts'
import { filesIn, plant, product, stands } from './stands.ts'
import {
  adaptersImportOnlyTheEntryPoint,
  adaptersKeepApart,
  connectionsAreKept,
  coreImportsItself,
  coreReachesOnlyPorts,
  eachCodeHasOnePlace,
  filesFormNoCircle,
  foldersAreSmall,
  foldersFormNoCircle,
  networksKeepApart,
  nobodyImportsComposition,
  onlyCompositionKnowsTheContainer,
  onlyCompositionKnowsTheProcess,
  prefixesAreFolders,
  simulatorIsAnotherParty,
} from './walls.ts'

describe('The structure of the code', () => {
  test(
    'the core imports only itself',
    stands(coreImportsItself, [
      plant('core/a.ts', `import { x } from 'uuid'`),
      plant('core/b.ts', `import type { x } from '../../../adapters/node/node.ts'`),
      plant('core/ports/c.ts', `export { x } from 'node:crypto'`),
    ]),
  )

  test(
    'the core uses clocks, randomness and the process only through its ports',
    stands(coreReachesOnlyPorts, [
      plant('core/a.ts', 'const now = Date.now()'),
      plant('core/b.ts', 'const luck = () => Math.random()'),
      plant('core/c.ts', 'setTimeout(() => undefined, 1)'),
      plant('core/d.ts', 'const { env } = process'),
    ]),
  )

  test(
    'the folders of adapters do not import one another, except for a ledger in SQL, wire formats and readers of what people write',
    stands(adaptersKeepApart, [
      plant('adapters/http/a.ts', `import { x } from '../sqlite/sqliteStore.ts'`),
      plant('adapters/sqlite/a.ts', `import { x } from '../postgres/dialect.ts'`),
      plant('adapters/memory/a.ts', `import { x } from '../sql/table.ts'`),
      plant('adapters/http/b.ts', `import { x } from '../webhooks/sign.ts'`),
      plant('adapters/simulator/b.ts', `import { x } from '../providers/mtnMomo.ts'`),
      plant('adapters/written/a.ts', `import { x } from '../http/request/fields.ts'`),
      plant('adapters/written/b.ts', `import { x } from '../formats/moment.ts'`),
    ]),
  )

  test(
    'adapters import the core only through its entry point',
    stands(adaptersImportOnlyTheEntryPoint, [plant('adapters/http/a.ts', `import { x } from '../../core/refusal.ts'`)]),
  )

  test(
    'nothing imports the composition',
    stands(nobodyImportsComposition, [
      plant('core/a.ts', `import { x } from '../composition/tokens.ts'`),
      plant('adapters/cli/b.ts', `import { x } from '../../composition/serve.ts'`),
    ]),
  )

  test(
    'only the composition uses the container',
    stands(onlyCompositionKnowsTheContainer, [plant('adapters/http/a.ts', `import { Container } from 'inversify'`)]),
  )

  test(
    'only the composition uses the process and its environment',
    stands(onlyCompositionKnowsTheProcess, [plant('adapters/sqlite/a.ts', 'const home = process.env.HOME')]),
  )

  test(
    'the simulator stands for another party: it imports nothing of the core',
    stands(simulatorIsAnotherParty, [
      plant('adapters/simulator/a.ts', `import { toMinor } from '../../core/sente.ts'`),
    ]),
  )

  test(
    'each refusal is made in exactly one place: those about requests that can’t be read in HTTP, all others in the core',
    {
      'the code keeps it': () => expect(eachCodeHasOnePlace(filesIn('core', 'adapters'))).to.deep.equal([]),
      'planted offences are found': () => {
        const real = filesIn('core', 'adapters')
        const twice = plant('core/a.ts', `const x = { refused: 'invalid_pin' }`)
        const inAnAdapter = plant(
          'adapters/sqlite/b.ts',
          `const x = { refused: 'insufficient_balance', currency: 'UGX' }`,
        )
        const without = real.filter(({ path }) => path !== 'core/payments/rules.ts')
        expect(eachCodeHasOnePlace([...real, twice])).to.have.length(1)
        expect(eachCodeHasOnePlace([...real, inAnAdapter])).to.have.length(1)
        expect(eachCodeHasOnePlace(without)).to.have.length(9)
      },
    },
  )

  test(
    'the folders of the core, of the composition and of each adapter do not import one another in a circle',
    stands(foldersFormNoCircle, [
      plant('core/payments/a.ts', `import type { x } from '../followUp/b.ts'`),
      plant('core/followUp/b.ts', `import type { x } from '../books/c.ts'`),
      plant('core/books/c.ts', `import { x } from '../payments/a.ts'`),
    ]),
  )

  test(
    'no file imports itself through others, not even for a type',
    stands(
      filesFormNoCircle,
      [
        plant('core/books/a.ts', `import type { x } from './b.ts'`),
        plant('core/books/b.ts', `export { x } from '../payments/c.ts'`),
        plant('core/payments/c.ts', `import { x } from '../books/a.ts'`),
      ],
      [...product, 'bench', 'packages', 'examples', 'spec'],
    ),
  )

  test(
    'a network imports no other network, among the providers and in the simulator',
    stands(networksKeepApart, [
      plant('adapters/providers/mtn/a.ts', `import { x } from '../airtel/answers.ts'`),
      plant('adapters/providers/market/d.ts', `import { x } from '../mtn/settings.ts'`),
      plant('adapters/providers/mtn/e.ts', `import { x } from '../market/callbacks.ts'`),
      plant('adapters/providers/transport/b.ts', `import { x } from '../mtn/settings.ts'`),
      plant('adapters/simulator/airtel/c.ts', `import { x } from '../mtn/answer.ts'`),
      plant('adapters/simulator/payments/f.ts', `import { x } from '../mtn/answer.ts'`),
    ]),
  )

  test('a folder has at most 15 entries, the adapters 17, and no prefix of file names does a folder’s work', {
    'the code keeps it': () => {
      expect(foldersAreSmall(filesIn(...product, 'bench'))).to.deep.equal([])
      expect(prefixesAreFolders(filesIn(...product, 'bench'))).to.deep.equal([])
    },
    'planted offences are found': () => {
      const many = Array.from({ length: 16 }, (_, index) => plant(`core/books/file${index}.ts`, ''))
      expect(foldersAreSmall(many)).to.deep.equal(['core/books has 16 entries'])
      const technologies = Array.from({ length: 18 }, (_, index) => plant(`adapters/x${index}/file.ts`, ''))
      expect(foldersAreSmall(technologies)).to.deep.equal(['adapters has 18 entries'])
      const alike = ['Answers', 'Paths', 'Seal', 'Urls'].map((name) => plant(`adapters/x/airtel${name}.ts`, ''))
      expect(prefixesAreFolders(alike)).to.deep.equal(['adapters/x/airtel… 4 times'])
    },
  })

  test(
    'connections to SQLite are opened in one place, which keeps them all',
    stands(
      connectionsAreKept,
      [plant('spec/a.ts', 'const database = new Database(path)')],
      [...product, 'bench', 'spec'],
    ),
  )
})
