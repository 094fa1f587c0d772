import { once } from 'node:events'
import { systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { eraseOldNumbers, forgetExchanges } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'

/**
 * Erases data that is a day old at a given moment, like a server; prints a line after each portion, and waits for one.
 */
const [kind, path = '', atMs] = process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()

const opening = { path, purpose: 'sandbox', migrate: true } as const
const store =
  kind === 'PostgreSQL' ? await openPostgresStore({ ...opening, clock: 'caller' }) : openSqliteStore(opening)
const clock = { ...systemClock, nowMs: () => Number(atMs) }
const ports = { ...store, clock, ids: uuids, secrets: testSecrets }
const portion = (of: string) => {
  process.stdout.write(`portion of ${of}\n`)
  return once(process.stdin, 'data')
}

while ((await forgetExchanges(ports)({ keptMs: 86_400_000, limit: 20 })).removed > 0) await portion('exchanges')
await eraseOldNumbers(ports)({
  days: 1,
  async goOn() {
    await portion('numbers')
    return true
  },
})
process.stdout.write('done\n')
await store.close()
process.exit()
