import { setTimeout as pause } from 'node:timers/promises'
import { systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { eraseOldNumbers, forgetExchanges } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'

/** Forgets what is a day old at a given moment in a database, as a server does, and says so after each portion. */
const [kind, path = '', atMs] = process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()

const opening = { path, purpose: 'sandbox', migrate: true } as const
const store =
  kind === 'PostgreSQL' ? await openPostgresStore({ ...opening, clock: 'caller' }) : openSqliteStore(opening)
const clock = { ...systemClock, nowMs: () => Number(atMs) }
const ports = { ...store, clock, ids: uuids, secrets: testSecrets }
const say = (text: string) => process.stdout.write(`${text}\n`)

say('begun')
while ((await forgetExchanges(ports)({ keptMs: 86_400_000, limit: 20 })).removed > 0) {
  say('portion of exchanges')
  await pause(5)
}
await eraseOldNumbers(ports)({
  days: 1,
  async goOn() {
    say('portion of numbers')
    await pause(5)
    return true
  },
})
say('done')
await store.close()
process.exit()
