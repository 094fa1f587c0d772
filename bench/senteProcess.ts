import { randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { claimServing } from '../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite.ts'
import { buildContainer } from '../composition/container.ts'
import { lineOutput } from '../composition/runtime/lineOutput.ts'
import { openLog } from '../composition/runtime/serve.ts'
import { startGateway } from '../composition/runtime/startGateway.ts'
import { tokens } from '../composition/tokens.ts'
import { type CommitCount, commitCount } from './countedStore.ts'
import { doDuties } from './duties.ts'
import { makeMerchants } from './makeMerchants.ts'
import { senteWorld } from './senteWorld.ts'
import type { Opening, ServerDuties } from './serverDuties.ts'
import { memoryHeld, type Usage, watchUsage } from './usage.ts'

const closers: (() => unknown)[] = []
let count: CommitCount | undefined
let endWatch: (() => Usage) | undefined

/** sente itself: the product's container on a database file, unchanged except that commits are counted. */
const duties: ServerDuties = {
  async open(opening) {
    const { folder, mtn, accounts = 0, ready, flushDelayMs = 0 } = opening
    const databasePath = ready?.path ?? join(folder, 'sente.db')
    const pinKey = ready?.pinKey ?? randomBytes(32).toString('hex')
    count = commitCount(flushDelayMs)
    closers.push(claimServing(databasePath, process.pid).release)
    const container = wired({ databasePath, logFile: join(folder, 'sente.log'), pinKey, mtn }, count)
    const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
    return { url, merchants: ready?.merchants ?? (await makeMerchants(container.get(tokens.accountPorts), accounts)) }
  },
  beginSlice() {
    count?.begin()
    endWatch = watchUsage()
  },
  endSlice() {
    if (!endWatch || !count) throw new Error('no slice was begun')
    return { ...endWatch(), ...count.sum() }
  },
  memory: memoryHeld,
  async close() {
    for (const close of closers.splice(0).reverse()) await close()
  },
}

type Wired = Pick<Opening, 'mtn'> & { databasePath: string; logFile: string; pinKey: string }

function wired({ databasePath, logFile, pinKey, mtn }: Wired, { flush, counted }: CommitCount) {
  const serving = { flush, onLost: endAtOnce }
  const store = openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: true, serving })
  closers.push(store.close)
  const container = buildContainer({
    store,
    // To a file, as in production.
    log: openLog('info', lineOutput(openSync(logFile, 'a'))),
    ...senteWorld(pinKey, mtn),
  })
  container.rebind(tokens.books).toConstantValue(counted(store.books))
  return container
}

function endAtOnce(error: unknown): never {
  console.error(error)
  process.exit(1)
}

doDuties(duties)
