import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keptDataset } from '../../datasets/dataset.ts'
import type { Arm, ArmOptions, Finding } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { type Child, startInstrument } from '../../processes/child.ts'
import type { RestartNetworkDuties } from './networkProcess.ts'
import { type RestartRound, restartRounds } from './round.ts'

const transactions = 10_000_000

/** The number of rounds that count, after one that warms up, and of payouts in flight when the server is killed. */
const [rounds, inFlight] = [5, 2_000]

/** The network answers a payout in flight after this long: none is answered before the kill. */
const silentMs = 5_000

/** The cost of a kill for the start after it. */
export const restartArm: Arm = {
  name: 'restart',
  summary: 'a start after kill -9, with 2,000 payments in flight and 10 million transactions',
  async run(options) {
    const details = await killAndStart(options)
    return { findings: findingsOf(details), doubts: [], details }
  },
}

/**
 * Kills a server with payouts in flight and starts it again, in turns with clean stops and starts, each in a process of
 * its own. The dataset is served in place. The added payments have ended when the measurement is over.
 */
async function killAndStart(options: ArmOptions): Promise<RestartRound[]> {
  const ready = await keptDataset(options, transactions)
  const folder = mkdtempSync(join(options.parentFolder, 'sente-restart-'))
  const network = startInstrument<RestartNetworkDuties>('arms/restart/networkProcess')
  const children: Child<never>[] = [network]
  try {
    const opening = { folder, ready, mtn: await network.ask('open', { silentMs }), followsUp: true }
    const { progress: onProgress } = options
    return await restartRounds({ opening, network, rounds, inFlight, children, onProgress })
  } finally {
    await Promise.all(children.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Medians over the rounds; for times with a limit, the worst one. */
function findingsOf(seen: readonly RestartRound[]): Finding[] {
  const over = (of: (round: RestartRound) => number) => median(seen.map(of))
  const worst = (of: (round: RestartRound) => number) => Math.max(...seen.map(of))
  const [ratio, limit] = [over(({ cleanMs, killedMs }) => killedMs / cleanMs), { atMost: 5_000 }]
  return [
    { what: 'first payment after a clean stop', value: over(({ cleanMs }) => cleanMs), unit: 'ms' },
    { what: 'first payment after kill -9', value: over(({ killedMs }) => killedMs), unit: 'ms' },
    { what: 'the same, as a multiple of that after a clean stop', value: ratio, unit: '', target: { atMost: 1.2 } },
    { what: 'until all in doubt were asked about', value: worst((one) => one.askedMs), unit: 'ms', target: limit },
    { what: 'until none was in doubt', value: worst((one) => one.classifiedMs), unit: 'ms', target: limit },
  ]
}
