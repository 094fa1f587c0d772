import { setTimeout } from 'node:timers/promises'
import { readCrashBooks } from './judges/books.ts'
import { crashInspection } from './judges/inspection.ts'
import { openCrashAccounts } from './load/accounts.ts'
import { confirmAll, crashLoad } from './load/load.ts'
import type { PaymentRequest } from './load/merchant.ts'
import { type Kill, type KillPlace, type Order, type Strike, whileStarting } from './plan.ts'
import type { CrashServer } from './processes/servers.ts'
import type { CrashProgram } from './program.ts'
import { openCrashSetup } from './setup.ts'

/** What was done in a round so far. */
export type CrashFigures = {
  readonly killed: number
  /** How many servers were killed at each setup, and how many were killed late because they did not get to theirs. */
  readonly kills: ReadonlyMap<KillPlace | 'missed', number>
  /** How many payments were requested again because their answer was lost. */
  readonly repeated: number
  readonly transactions: number
  readonly executed: number
}

/** One database, its networks, and the servers that are killed on it one after the other. */
export type CrashRound = {
  /** Sends requests, kills the server, starts the next; resolves with everything that is wrong. */
  strike(strike: Strike): Promise<readonly string[]>
  /** Repeats what was not answered, waits until all is final, and resolves with everything that is wrong. */
  settle(): Promise<readonly string[]>
  figures(): CrashFigures
  close(): Promise<void>
}

/** How long after its last request to wait for a server to get to the point where it is killed. */
const patienceMs = 1_500

/** Opens a round and starts its first server. */
export async function openCrashRound(program: CrashProgram): Promise<CrashRound> {
  const setup = await openCrashSetup(program)
  let server = await setup.serve()
  const accounts = await openCrashAccounts(setup.databasePath)
  const requests: PaymentRequest[] = []
  const inspection = crashInspection({ ...setup, accounts, requests })
  const kills = new Map<KillPlace | 'missed', number>()
  let [orders, killed] = [0, 0]

  function newlyAsked(order: Order): PaymentRequest {
    orders += 1
    const account = accounts[order.account]
    if (!account) throw new Error(`there is no account ${order.account}`)
    const [reference, amount] = [`order-${orders}`, 1_000 + orders]
    return { order, account, reference, amount, known: { is: 'unknown' }, times: 0, isConfirmed: false }
  }

  function unanswered(): readonly PaymentRequest[] {
    return requests.filter(({ known }) => known.is === 'unknown')
  }

  /** Sends requests until the server is killed, by its fuse or from here. */
  async function loadAndKill(given: readonly Order[], kill: Kill): Promise<void> {
    if ('passage' in kill) await server.arm(kill)
    const fresh = given.map(newlyAsked)
    const sending = crashLoad(server.url, [...unanswered(), ...fresh])
    setup.servers.prepare()
    await Promise.race([server.ended, lifetime(kill, sending)])
    count(kill.at, 'afterMs' in kill || server.hasEnded())
    await endAsKilled(server)
    await sending
    requests.push(...fresh.filter(({ times }) => times > 0))
  }

  async function killAtStart(kill: Kill, databasePath?: string): Promise<void> {
    const next = await setup.servers.start('passage' in kill ? kill : undefined, databasePath)
    await Promise.race([next.ended, setTimeout('afterMs' in kill ? kill.afterMs : patienceMs)])
    count(kill.at, 'afterMs' in kill || next.hasEnded())
    await endAsKilled(next)
  }

  /**
   * Kills the server while it starts or, with a database of its own, while it makes that one's tables; resolves with what is
   * wrong with such a database once the next server has had it.
   */
  async function killEarly(kill: Kill): Promise<readonly string[]> {
    if (!kill.at.startsWith('migration')) {
      await killAtStart(kill)
      return []
    }
    const path = `${setup.databasePath}-made-${killed}`
    await killAtStart(kill, path)
    await endAsKilled(await setup.servers.serve(path))
    const { damage, audit } = await readCrashBooks(path, [])
    return [...damage, ...audit.broken.map((broken) => JSON.stringify(broken))]
  }

  function count(at: KillPlace, isThere: boolean): void {
    const where = isThere ? at : 'missed'
    killed += 1
    kills.set(where, (kills.get(where) ?? 0) + 1)
  }

  return {
    strike: ({ orders: given, kill }) =>
      asFindings(async () => {
        const isEarly = whileStarting(kill.at)
        await loadAndKill(given, isEarly ? { at: 'moment', afterMs: 100 } : kill)
        const found = isEarly ? await killEarly(kill) : []
        server = await setup.serve()
        return [...found, ...(await inspection.afterRestart()), ...(await confirmAll(server.url, requests))]
      }),
    settle: () =>
      asFindings(async () => {
        await crashLoad(server.url, unanswered())
        return [...(await inspection.inTheEnd()), ...(await confirmAll(server.url, requests))]
      }),
    figures: () => ({
      killed,
      kills: new Map(kills),
      repeated: requests.filter(({ times }) => times > 1).length,
      ...inspection.figures(),
    }),
    close: setup.close,
  }
}

function lifetime(kill: Kill, sending: Promise<void>): Promise<void> {
  return 'afterMs' in kill ? setTimeout(kill.afterMs) : sending.then(() => setTimeout(patienceMs))
}

type Ending = Pick<CrashServer, 'ended' | 'kill' | 'stderr'>

/** Kills a live server; throws for one that has ended by itself. */
async function endAsKilled({ ended, kill, stderr }: Ending): Promise<void> {
  await kill()
  const how = await ended
  if (how !== 'SIGKILL') throw new Error(`a server ended with ${how}: ${stderr()}`)
}

/** Reports a server that does not start or breaks as a finding like any other. */
async function asFindings(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await find()
  } catch (error) {
    return [error instanceof Error ? `${error.stack}` : String(error)]
  }
}
