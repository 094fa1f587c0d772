import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startInstrument } from './child.ts'
import type { Dataset } from './dataset.ts'
import { median } from './median.ts'
import type { RestartNetworkDuties } from './restartNetworkProcess.ts'
import { type RestartRound, restartRounds } from './restartRound.ts'

/** How restarts are measured. */
export type RestartOptions = {
  /** Its database is served in place; the payments that are added have ended when the measurement is over. */
  readonly dataset: Dataset
  /** How many rounds count, after one that warms up; 5 by default. */
  readonly rounds?: number
  /** How many payouts are in flight when the server is killed; 2,000 by default. */
  readonly inFlight?: number
  /** Where the folder of the servers' log is created. */
  readonly parentFolder: string
  readonly onProgress?: (line: string) => void
}

/** How long a restart takes: medians over the rounds, but for times that have a limit the worst one. */
export type RestartFigures = {
  readonly rounds: readonly RestartRound[]
  /** From starting the process to its first accepted payment, after a clean stop. */
  readonly cleanMs: number
  /** The same after a kill. */
  readonly killedMs: number
  /** The median of each round's `killedMs` divided by its `cleanMs`. */
  readonly ratio: number
  /** From starting the process until the network was asked about the last payment in doubt, at the worst. */
  readonly askedMs: number
  /** From starting the process until none was in doubt any more, at the worst. */
  readonly classifiedMs: number
}

/** The network answers a payout in flight after this long: none is answered before the kill. */
const silentMs = 5_000

/**
 * Kills a server with payouts in flight and starts it again, in turns with clean stops and starts, each in a process of
 * its own. Rejects when fewer were in flight, or when a payment stays in doubt for two minutes.
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
