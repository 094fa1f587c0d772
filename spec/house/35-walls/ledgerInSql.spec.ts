import { rule } from '../../rule.ts'
import { plant, stands } from './stands.ts'
import { ledgerInSqlImportsOnlyTheCore, onlyStoresImportTheLedgerInSql } from './walls.ts'

describe('35 The structure of the code: the ledger in SQL', () => {
  rule(
    '35.33',
    'only the stores in SQLite and PostgreSQL import the ledger in SQL',
    stands(onlyStoresImportTheLedgerInSql, [
      plant('composition/stores/a.ts', `import { x } from '../../adapters/sql/table.ts'`),
      plant('adapters/cli/database/b.ts', `import { x } from '../../sql/schema/versions.ts'`),
      plant('core/books/c.ts', `import { x } from '../../adapters/sql/table.ts'`),
    ]),
  )

  rule(
    '35.34',
    'the ledger in SQL imports nothing but the core: no driver, nothing of Node, and neither of the two stores',
    stands(ledgerInSqlImportsOnlyTheCore, [
      plant('adapters/sql/a.ts', `import pg from 'pg'`),
      plant('adapters/sql/books/b.ts', `import { readFile } from 'node:fs/promises'`),
      plant('adapters/sql/books/c.ts', `import { x } from '../../sqlite/dialect.ts'`),
      plant('adapters/sql/books/d.ts', `import { x } from '../../../composition/tokens.ts'`),
      plant('adapters/sql/books/e.ts', `import { x } from '../../../core/money.ts'`),
    ]),
  )
})
