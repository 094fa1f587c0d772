import { setTimeout } from 'node:timers/promises'
import { backToVersionOne } from '../../fixtures/versionOne.ts'
import { crashInspection } from './judges/inspection.ts'
import { openCrashAccounts } from './load/accounts.ts'
import { confirmAll, crashLoad } from './load/load.ts'
import type { Asked } from './load/merchant.ts'
import { openCrashPlace } from './place.ts'
import { type Kill, type KillPlace, type Order, type Strike, whileStarting } from './plan.ts'
import type { CrashServer } from './processes/servers.ts'
import type { CrashProgram } from './program.ts'

/** What was done on a stage so far. */
export type CrashFigures = {
  readonly killed: number
  /** How many servers were killed at each place, and how many did not come to theirs in time and were killed then. */
  readonly kills: ReadonlyMap<KillPlace | 'missed', number>
  /** How many payments were asked for again, as their answer was lost. */
  readonly repeated: number
  readonly transactions: number
  readonly executed: number
}

/** One database, the networks that it is used with, and the servers that are killed on it one after the other. */
export type CrashStage = {
  /** Sends requests, kills the server, starts the next; resolves with everything that is not as it has to be. */
  strike(strike: Strike): Promise<readonly string[]>
  /** Asks for nothing new any more, waits until all is final, and resolves with what is not as it has to be. */
  settle(): Promise<readonly string[]>
  figures(): CrashFigures
  close(): Promise<void>
}

/** How long after its last request a server may come to the point where it is to be killed. */
const patienceMs = 1_500

/** Opens a stage whose first server serves. */
export async function openCrashStage(program: CrashProgram): Promise<CrashStage> {
  const place = await openCrashPlace(program)
  let server = await place.serve()
  const accounts = await openCrashAccounts(place.databasePath)
  const asked: Asked[] = []
  const inspection = crashInspection({ ...place, accounts, asked })
  const kills = new Map<KillPlace | 'missed', number>()
  let [orders, killed] = [0, 0]

  function newlyAsked(order: Order): Asked {
    orders += 1
    const account = accounts[order.account]
    if (!account) throw new Error(`there is no account ${order.account}`)
    const [reference, amount] = [`order-${orders}`, 1_000 + orders]
    return { order, account, reference, amount, known: { is: 'unknown' }, times: 0, isConfirmed: false }
  }

  function unanswered(): readonly Asked[] {
    return asked.filter(({ known }) => known.is === 'unknown')
  }

  /** Sends requests until the server is killed, as it was told to be or from here. */
  async function loadAndKill(given: readonly Order[], kill: Kill): Promise<void> {
    if ('passage' in kill) await server.arm(kill)
    const fresh = given.map(newlyAsked)
    const sending = crashLoad(server.url, [...unanswered(), ...fresh])
    place.servers.prepare()
    await Promise.race([server.ended, lifetime(kill, sending)])
    count(kill.at, 'afterMs' in kill || server.hasEnded())
    await endAsKilled(server)
    await sending
    asked.push(...fresh.filter(({ times }) => times > 0))
  }

  async function killAtStart(kill: Kill): Promise<void> {
    if (kill.at.startsWith('migration')) backToVersionOne(place.databasePath)
    const next = await place.servers.start('passage' in kill ? kill : undefined)
    await Promise.race([next.ended, setTimeout('afterMs' in kill ? kill.afterMs : patienceMs)])
    count(kill.at, 'afterMs' in kill || next.hasEnded())
    await endAsKilled(next)
  }

  function count(at: KillPlace, isThere: boolean): void {
    const where = isThere ? at : 'missed'
    killed += 1
    kills.set(where, (kills.get(where) ?? 0) + 1)
  }

  return {
    strike: ({ orders: given, kill }) =>
      telling(async () => {
        const isEarly = whileStarting(kill.at)
        await loadAndKill(given, isEarly ? { at: 'moment', afterMs: 100 } : kill)
        if (isEarly) await killAtStart(kill)
        server = await place.serve()
        return [...(await inspection.afterRestart()), ...(await confirmAll(server.url, asked))]
      }),
    settle: () =>
      telling(async () => {
        await crashLoad(server.url, unanswered())
        return [...(await inspection.inTheEnd()), ...(await confirmAll(server.url, asked))]
      }),
    figures: () => ({
      killed,
      kills: new Map(kills),
      repeated: asked.filter(({ times }) => times > 1).length,
      ...inspection.figures(),
    }),
    close: place.close,
  }
}

function lifetime(kill: Kill, sending: Promise<void>): Promise<void> {
  return 'afterMs' in kill ? setTimeout(kill.afterMs) : sending.then(() => setTimeout(patienceMs))
}

type Ending = Pick<CrashServer, 'ended' | 'kill' | 'stderr'>

/** Kills a server that lives; throws for one that has ended by itself. */
async function endAsKilled({ ended, kill, stderr }: Ending): Promise<void> {
  await kill()
  const how = await ended
  if (how !== 'SIGKILL') throw new Error(`a server ended with ${how}: ${stderr()}`)
}

/** A server that does not start or breaks is a finding like any other. */
async function telling(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await find()
  } catch (error) {
    return [error instanceof Error ? `${error.stack}` : String(error)]
  }
}
