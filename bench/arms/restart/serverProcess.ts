import { pino } from 'pino'
import { claimServing } from '../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite.ts'
import { buildContainer } from '../../../composition/container.ts'
import { startGateway } from '../../../composition/runtime/startGateway.ts'
import { tokens } from '../../../composition/tokens.ts'
import { type Books, livePolicy } from '../../../core/sente.ts'
import { doDuties } from '../../processes/duties.ts'
import { senteWorld } from '../../servers/senteWorld.ts'
import type { MtnConnection } from '../../servers/serverDuties.ts'

/** The options of a server that will be killed. */
export type RestartOpening = {
  readonly databasePath: string
  readonly pinKey: string
  readonly logFile: string
  readonly mtn: MtnConnection
}

/** How many transactions have not ended, of those that MTN is to be asked about within the hour. */
export type Unended = { readonly submitting: number; readonly pending: number }

const closers: (() => unknown)[] = []
let books: Books | undefined

/** sente as it serves live: its own lock, flushes, log and follow-up. */
const server = doDuties({
  /** Starts serving; resolves with the URL. */
  async open({ databasePath, pinKey, logFile, mtn }: RestartOpening) {
    closers.push(claimServing(databasePath, process.pid).release)
    const serving = { onLost: endAtOnce }
    const store = openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: true, serving })
    closers.push(store.close)
    const container = buildContainer({
      store,
      log: pino({ base: null }, pino.destination({ dest: logFile, sync: true })),
      ...senteWorld(pinKey, mtn),
      policy: livePolicy,
    })
    books = container.get(tokens.books)
    return startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
  },
  async unended(): Promise<Unended> {
    const found = await books?.list({ states: ['submitting', 'pending'], limit: 100_000 })
    const states = found?.transactions.map(({ state }) => state) ?? []
    const submitting = states.filter((state) => state === 'submitting').length
    return { submitting, pending: states.length - submitting }
  },
  /** Stops as a signal would stop it. */
  async close() {
    for (const close of closers.splice(0).reverse()) await close()
  },
})

/** The duties of such a server. */
export type RestartServerDuties = typeof server

function endAtOnce(error: unknown): never {
  console.error(error)
  process.exit(1)
}
