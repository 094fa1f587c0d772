import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startInstrument } from './child.ts'
import type { Dataset } from './dataset.ts'
import { median } from './median.ts'
import type { RestartNetworkDuties } from './restartNetworkProcess.ts'
import { type RestartRound, restartRounds } from './restartRound.ts'

/** How restarts are measured. */
export type RestartOptions = {
  /** Its database is served in place; the payments that this adds have ended when it is done. */
  readonly dataset: Dataset
  /** How many rounds count, after one that warms up; 5 by default. */
  readonly rounds?: number
  /** Payouts that are in flight when the server is killed; 2,000 by default. */
  readonly inFlight?: number
  /** Where the folder of the servers' log is made. */
  readonly parentFolder: string
  readonly onProgress?: (line: string) => void
}

/** What a restart takes: medians over the rounds, and for what has a limit the worst of them. */
export type RestartFigures = {
  readonly rounds: readonly RestartRound[]
  /** From starting the process to its first accepted payment: after a clean stop, and after a kill. */
  readonly cleanMs: number
  readonly killedMs: number
  /** The median of each round's own ratio of the two. */
  readonly ratio: number
  /** From starting the process until the network was asked about the last payment in doubt, at the worst. */
  readonly askedMs: number
  /** From starting the process until none was in doubt any more, at the worst. */
  readonly classifiedMs: number
}

/** The network answers a payout in flight after this long: none is answered before the kill. */
const silentMs = 5_000

/**
 * Kills a server with payouts in flight and starts it again, in turns with clean stops and starts, in processes of
 * their own. Rejects when fewer were in flight, or when what was in doubt stays so for two minutes.
 */
export async function measureRestart(options: RestartOptions): Promise<RestartFigures> {
  const { dataset, rounds = 5, inFlight = 2_000, parentFolder, onProgress = () => undefined } = options
  const folder = mkdtempSync(join(parentFolder, 'sente-restart-'))
  const network = startInstrument<RestartNetworkDuties>('restartNetworkProcess')
  const children: Child<never>[] = [network]
  try {
    const mtn = await network.ask('open', { silentMs })
    const { path: databasePath, pinKey, merchants } = dataset
    const opening = { databasePath, pinKey, logFile: join(folder, 'sente.log'), mtn }
    return figuresOf(await restartRounds({ opening, merchants, network, rounds, inFlight, children, onProgress }))
  } finally {
    await Promise.all(children.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

function figuresOf(rounds: readonly RestartRound[]): RestartFigures {
  return {
    rounds,
    cleanMs: median(rounds.map(({ cleanMs }) => cleanMs)),
    killedMs: median(rounds.map(({ killedMs }) => killedMs)),
    ratio: median(rounds.map(({ cleanMs, killedMs }) => killedMs / cleanMs)),
    askedMs: Math.max(...rounds.map(({ askedMs }) => askedMs)),
    classifiedMs: Math.max(...rounds.map(({ classifiedMs }) => classifiedMs)),
  }
}
