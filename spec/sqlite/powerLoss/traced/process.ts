import { createInterface } from 'node:readline'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { fund } from '../../../contracts/kit/bookActs.ts'
import { aFunding } from '../../../contracts/kit/records.ts'

/**
 * A process that serves a database, for the tests of power loss. Each line of its standard input is a count: it funds the
 * account so many times, eight at a time, and prints "written". It ends with its standard input.
 */
const [path = '', accountId = '', copyAt = ''] = process.argv.slice(2)

const store = openSqliteStore({
  path,
  purpose: 'sandbox',
  migrate: false,
  serving: { copyAt: Number(copyAt), onLost: () => process.exit(74) },
})

console.log('serving')
for await (const line of createInterface({ input: process.stdin })) {
  let left = Number(line)
  const writer = async () => {
    while (left-- > 0) await fund(store, aFunding(accountId, { amountMinor: 1n }))
  }
  await Promise.all(Array.from({ length: 8 }, writer))
  console.log('written')
}
await store.close()
