import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { derivedDamages, findsDamage } from '../../fixtures/derivedRows.ts'
import { makeBooks, onServer } from '../../fixtures/postgres/postgres.ts'
import { fifthOf } from '../../night.ts'
import { test } from '../../rule.ts'

const noticed = (damage: string, found: RegExp) => async () => {
  const { path, drop } = await makeBooks()
  const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
  try {
    await findsDamage(store, found, () => onServer(path, damage))
  } finally {
    await store.close()
    await drop()
  }
}

describe('PostgreSQL: derived rows', () => {
  test(
    'an audit finds rows that a list or statement lacks, or has wrongly',
    fifthOf(
      Object.fromEntries(
        Object.entries(derivedDamages).map(([name, [damage, found]]) => [name, noticed(damage, found)]),
      ),
    ),
  )
})
