import { setTimeout } from 'node:timers/promises'
import { readCrashBooks } from './judges/books.ts'
import { crashInspection } from './judges/inspection.ts'
import { type CrashAccount, openCrashAccounts } from './load/accounts.ts'
import { approveBatch, askForBatch, type BatchRequest, changeBatch } from './load/batches.ts'
import { confirmAll, crashLoad } from './load/load.ts'
import { crashOperator } from './load/operator.ts'
import { crashRequests } from './load/requests.ts'
import { type Kill, type KillPlace, type Strike, whileStarting } from './plan.ts'
import type { CrashServer } from './processes/servers.ts'
import type { CrashProgram } from './program.ts'
import { type CrashSetup, openCrashSetup } from './setup.ts'

/** What was done in a round so far. */
export type CrashFigures = {
  readonly killed: number
  /** How many servers were killed at each setup, and how many were killed late because they did not get to theirs. */
  readonly kills: ReadonlyMap<KillPlace | 'missed', number>
  /** How many payments were requested again because their answer was lost. */
  readonly repeated: number
  readonly transactions: number
  readonly executed: number
  /** How many of the transactions are refunds, and how many are lines of batches. */
  readonly refunds: number
  readonly lines: number
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

type Turn = Parameters<typeof crashLoad>[1][number]

/** A server that dies there leaves payments behind that are being submitted, which the next one resumes. */
const beforeStart: Kill = { at: 'open-after', passage: 4 }

/** How long after its last request to wait for a server to get to the point where it is killed. */
const patienceMs = 1_500

/** Opens a round and starts its first server; leaves nothing behind where that fails. */
export async function openCrashRound(program: CrashProgram): Promise<CrashRound> {
  const setup = await openCrashSetup(program)
  try {
    return crashRound(setup, await setup.serve(), await openCrashAccounts(setup.databasePath))
  } catch (error) {
    await setup.close()
    throw error
  }
}

function crashRound(setup: CrashSetup, first: CrashServer, accounts: readonly CrashAccount[]): CrashRound {
  let server = first
  const { requests, batches, newlyAsked, batchOf } = crashRequests(accounts)
  const operator = crashOperator(setup.databasePath)
  const inspection = crashInspection({ ...setup, ...operator, accounts, requests, batches })
  const kills = new Map<KillPlace | 'missed', number>()
  let killed = 0

  /** What was not answered is asked for again, under the reference that it had. */
  function unanswered(): readonly Turn[] {
    const again = batches.filter(isLeft)
    return [...requests.filter(({ known }) => known.is === 'unknown'), ...again.map(turnOf)]
  }

  function turnOf(batch: BatchRequest): Turn {
    return () => askForBatch(server.url, batch)
  }

  /** Sends requests until the server is killed, by its fuse or from here; a pause outlives the server that it began under. */
  async function loadAndKill({ orders: given, pause, rotates, ...strike }: Strike, kill: Kill): Promise<void> {
    await operator.pause(pause.network)
    if ('passage' in kill) await server.arm(kill)
    const fresh = given.map(newlyAsked)
    const freshBatches = strike.batches.map(batchOf)
    const { until } = pause
    const turns = [
      ...unanswered(),
      ...freshBatches.map(turnOf),
      ...fresh.slice(0, until),
      operator.resumeAll,
      () => operator.rotate(accounts[rotates]),
      ...fresh.slice(until),
    ]
    const sending = crashLoad(server.url, turns)
    // It is awaited when the server is gone.
    sending.catch(() => {})
    setup.servers.prepare()
    await Promise.race([server.ended, lifetime(kill, sending)])
    count(kill.at, 'afterMs' in kill || server.hasEnded())
    await endAsKilled(server)
    await sending
    requests.push(...fresh.filter(({ times }) => times > 0))
    for (const batch of freshBatches.filter(({ times }) => times > 0)) {
      batches.push(batch)
      requests.push(...batch.lines)
    }
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
    strike: (strike) =>
      asFindings(async () => {
        const { kill } = strike
        const isEarly = whileStarting(kill.at)
        await loadAndKill(strike, isEarly ? beforeStart : kill)
        const found = isEarly ? await killEarly(kill) : []
        server = await setup.serve()
        return [...found, ...(await inspection.afterRestart()), ...(await confirmAll(server.url, requests))]
      }),
    settle: () =>
      asFindings(async () => {
        await operator.resumeAll()
        await crashLoad(server.url, unanswered())
        for (const batch of batches) await approveBatch(server.url, batch)
        for (const batch of batches) if (batch.order.deed === 'pause') await changeBatch(server.url, batch, 'resume')
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

/** Whether a batch is not answered, or its approval. */
function isLeft({ known, approval, order }: BatchRequest): boolean {
  return known.is === 'unknown' || (known.is !== 'refused' && approval !== 'answered' && order.deed !== 'leave')
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
