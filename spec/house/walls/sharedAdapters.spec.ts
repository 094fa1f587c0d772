import { test } from '../../rule.ts'
import { plant, stands } from './stands.ts'
import { theCoresPackageHasDoors, whatIsSharedImportsOnlyTheCore, whatIsSharedIsSharedByFew } from './walls.ts'

describe('The structure of the code: shared adapters', () => {
  test(
    'only the two stores import the ledger in SQL, and only adapters that show or read texts import the wire formats and the readers of people’s texts',
    stands(whatIsSharedIsSharedByFew, [
      plant('composition/stores/a.ts', `import { x } from '../../adapters/sql/engine/table.ts'`),
      plant('adapters/cli/database/b.ts', `import { x } from '../../sql/schema/versions.ts'`),
      plant('core/books/c.ts', `import { x } from '../../adapters/sql/engine/table.ts'`),
      plant('composition/modules/d.ts', `import { x } from '../../adapters/formats/event.ts'`),
      plant('adapters/sqlite/e.ts', `import { x } from '../formats/moment.ts'`),
      plant('core/events/f.ts', `import { x } from '../../adapters/formats/event.ts'`),
      plant('adapters/webhooks/g.ts', `import { x } from '../written/moment.ts'`),
      plant('core/payments/h.ts', `import { x } from '../../adapters/written/amount.ts'`),
    ]),
  )

  test(
    'the gateway imports the package of the core only through its doors',
    stands(theCoresPackageHasDoors, [
      plant('composition/commands/a.ts', `import { x } from '../../adapters/node/nodeSecrets.ts'`),
      plant('composition/commands/b.ts', `import { x } from '../../adapters/memory/memoryBooks.ts'`),
      plant('composition/start/c.ts', `import { x } from '../../core/model/money.ts'`),
    ]),
  )

  test(
    'the ledger and the wire formats import nothing but the core, and a writer of workbooks: no driver, nothing of Node, and nobody who imports them',
    stands(whatIsSharedImportsOnlyTheCore, [
      plant('adapters/sql/a.ts', `import pg from 'pg'`),
      plant('adapters/sql/books/b.ts', `import { readFile } from 'node:fs/promises'`),
      plant('adapters/sql/books/c.ts', `import { x } from '../../sqlite/dialect.ts'`),
      plant('adapters/sql/books/d.ts', `import { x } from '../../../composition/tokens.ts'`),
      plant('adapters/sql/books/e.ts', `import { x } from '../../../core/model/money.ts'`),
      plant('adapters/formats/f.ts', `import { x } from '../http/answers/envelope.ts'`),
      plant('adapters/formats/statement/g.ts', `import { x } from 'csv-parse'`),
      plant('adapters/sql/h.ts', `import { x } from 'hucre/xlsx'`),
    ]),
  )
})
