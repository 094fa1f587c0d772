import { randomInt } from 'node:crypto'
import { Command, Option } from 'commander'
import { wholeNumber } from '../../postgres/nodes/tally.ts'
import { positiveNumber, type Soak } from '../soakRun.ts'
import { operationFigures } from './judges/operations.ts'
import { type KillPlace, killPlaces, strikesOf } from './plan.ts'
import { buildCrashProgram, type CrashProgram } from './processes/setup.ts'
import { type CrashRound, openCrashRound } from './round.ts'

const help = `
A moment is some time after a server's first request, a start some time after it began to start.

A seed decides which requests are sent, in which order, and where each server is killed: the point and the passage of
it, or the milliseconds. How the machine schedules servers, networks and requests is not in it, so the same seed comes to
the same points with other requests under way.`

/** The number of kills, their place, the duration, and the first seed. */
type Options = { kills: number; seconds?: number; seed: number; at?: KillPlace }

/** The command that kills servers for the given time. */
export function soakCrash(soak: Soak): Command {
  return new Command('crash')
    .description('servers killed with SIGKILL under load, at random moments and at every named point')
    .option('--kills <count>', 'until this many servers were killed', positiveNumber)
    .option('--seconds <seconds>', 'for this long; without end by default', positiveNumber)
    .option('--seed <seed>', 'the seed of the first database; each further one has the next', wholeNumber)
    .addOption(new Option('--at <point>', 'at this point only').choices(killPlaces))
    .addHelpText('after', help)
    .action(async (options: Partial<Options>) => {
      const program = await buildCrashProgram()
      try {
        await crashRun(soak, { kills: Number.POSITIVE_INFINITY, seed: randomInt(2 ** 31), ...options }, program)
      } finally {
        program.close()
      }
    })
}

/** After this many kills a round is settled, and the next one begins with an empty database. */
const killsInRound = 40

/** Kills servers in one round after the other until the end of the time, and prints the figures. */
async function crashRun(soak: Soak, { seed, at, kills, seconds }: Options, program: CrashProgram): Promise<void> {
  const figures = new Map<number, ReturnType<CrashRound['figures']>>()
  let violations = 0
  const sum = (name: 'killed' | 'repeated' | 'transactions') =>
    [...figures.values()].reduce((all, one) => all + one[name], 0)
  const countAt = (place: KillPlace | 'missed') =>
    [...figures.values()].reduce((all, one) => all + (one.kills.get(place) ?? 0), 0)
  const isOver = () => sum('killed') >= kills || soak.isOver()
  const printed = () => ({
    ...{ seed, kills: sum('killed'), missed: countAt('missed'), repeated: sum('repeated'), violations },
    ...{ transactions: sum('transactions'), ...operationFigures([...figures.values()].map((one) => one.operations)) },
  })

  /** Plays a round to its end, or until an error; resolves with the errors. */
  async function playRound(index: number, seed: number): Promise<readonly string[]> {
    const round = await openCrashRound(program)
    try {
      for (const strike of strikesOf({ seed, count: killsInRound, ...(at && { at }) })) {
        const problems = await round.strike(strike)
        figures.set(index, round.figures())
        soak.progress()
        if (problems.length > 0) return problems
        if (isOver() || round.figures().killed >= killsInRound) break
      }
      return await round.settle()
    } finally {
      figures.set(index, round.figures())
      await round.close()
    }
  }

  soak.begin(printed, seconds)
  for (let index = 0; !isOver(); index += 1) {
    const ownSeed = (seed + index) | 0
    const problems = await playRound(index, ownSeed)
    violations += problems.length
    const repeat = `npm run soak -- crash --seed ${ownSeed} --kills ${figures.get(index)?.killed}${at ? ` --at ${at}` : ''}`
    if (problems.length > 0) soak.print(`${problems.join('\n')}\n\nRepeat it with: ${repeat}\n`)
  }
  for (const place of [...killPlaces, 'missed'] as const)
    if (countAt(place) > 0) soak.print(`  ${place} ${countAt(place)}`)
  soak.end(violations)
}
