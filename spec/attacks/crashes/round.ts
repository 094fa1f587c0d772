import { setTimeout } from 'node:timers/promises'
import { readCrashBooks } from './judges/books.ts'
import { crashInspection } from './judges/inspection.ts'
import { crashLoad } from './load/load.ts'
import { crashOperator } from './load/operator.ts'
import { type Kill, type KillPlace, type Strike, whileStarting } from './plan.ts'
import { type CrashChild, type CrashProgram, type CrashSetup, openCrashSetup } from './processes/setup.ts'

/** One database, its networks, and the servers that are killed on it one after the other. */
export type CrashRound = Awaited<ReturnType<typeof crashRound>>

/** A server that dies there leaves payments that are being submitted, and the next one resumes them. */
const beforeStart: Kill = { at: 'open-after', passage: 4 }

/** The wait after its last request for a server to reach the point of its kill. */
const patienceMs = 1_500

/** Opens a round and starts its first server; leaves nothing behind when that fails. */
export async function openCrashRound(program: CrashProgram): Promise<CrashRound> {
  const setup = await openCrashSetup(program)
  try {
    return await crashRound(setup)
  } catch (error) {
    await setup.close()
    throw error
  }
}

async function crashRound(setup: CrashSetup) {
  const { databasePath } = setup
  let server = await setup.serve()
  const operator = crashOperator(databasePath)
  const accounts = await operator.openAccounts()
  const load = crashLoad(accounts)
  const inspection = crashInspection({ ...setup, ...operator, ...load, accounts })
  const kills = new Map<KillPlace | 'missed', number>()
  let killed = 0

  /** Waits for a server's end by its fuse, or kills it: after the given time, or when it does not reach the point. */
  async function end(child: CrashChild, kill: Kill, begun: Promise<unknown>): Promise<void> {
    const isTimed = 'afterMs' in kill
    await Promise.race([child.ended, isTimed ? setTimeout(kill.afterMs) : begun.then(() => setTimeout(patienceMs))])
    const where = isTimed || child.hasEnded() ? kill.at : 'missed'
    killed += 1
    kills.set(where, (kills.get(where) ?? 0) + 1)
    await child.die()
  }

  /** Sends requests until the server is killed, by its fuse or from here; a pause outlives its server. */
  async function loadAndKill({ orders, batches, pause, rotates }: Strike, kill: Kill): Promise<void> {
    await operator.pause(pause.network)
    if ('passage' in kill) await server.ask({ arm: kill })
    const deeds = [operator.resumeAll, () => operator.rotate(accounts[rotates])]
    const sending = load.request(server.url, orders.toSpliced(pause.until, 0, ...(deeds as [])), batches)
    // It is awaited after the server is gone.
    sending.catch(() => {})
    setup.prepare()
    await end(server, kill, sending)
    await sending
  }

  /**
   * Kills the server while it starts or, with a database of its own, while it makes the tables; resolves with the
   * errors of such a database after the next server has used it.
   */
  async function killEarly(kill: Kill): Promise<readonly string[]> {
    const isMigration = kill.at.startsWith('migration')
    const other = isMigration ? { databasePath: `${databasePath}-made-${killed}`, port: 0 } : {}
    await end(await setup.start({ ...other, ...('passage' in kill && { kill }) }), kill, Promise.resolve())
    if (!isMigration) return []
    await (await setup.serve(other)).die()
    const { damage, audit } = await readCrashBooks(other.databasePath ?? '', [])
    return [...damage, ...audit.broken.map((broken) => JSON.stringify(broken))]
  }

  return {
    /** Sends requests, kills the server, starts the next; resolves with all errors. */
    strike: (strike: Strike) =>
      asFindings(async () => {
        const { kill } = strike
        const isEarly = whileStarting(kill.at)
        await loadAndKill(strike, isEarly ? beforeStart : kill)
        const found = isEarly ? await killEarly(kill) : []
        server = await setup.serve()
        return [...found, ...(await inspection.afterRestart()), ...(await load.confirmAll(server.url))]
      }),
    /** Repeats unanswered requests, waits until everything is final, and resolves with all errors. */
    settle: () =>
      asFindings(async () => {
        await operator.resumeAll()
        await load.request(server.url)
        await load.finishBatches(server.url)
        return [...(await inspection.inTheEnd()), ...(await load.confirmAll(server.url))]
      }),
    /** The tally so far. */
    figures: () => ({
      killed,
      /** The number of servers killed at each place, and of those killed late because they did not reach theirs. */
      kills: new Map(kills),
      /** The number of payments requested again because their answer was lost. */
      repeated: load.requests.filter(({ times }) => times > 1).length,
      ...inspection.figures(),
    }),
    close: setup.close,
  }
}

/** Reports a server that does not start or breaks as a finding like any other. */
async function asFindings(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await find()
  } catch (error) {
    return [error instanceof Error ? `${error.stack}` : String(error)]
  }
}
