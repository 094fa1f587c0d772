import { randomInt } from 'node:crypto'
import { Command } from 'commander'
import fc from 'fast-check'
import { operationFigures } from '../../attacks/crashes/judges/operations.ts'
import { positiveNumber, type Soak } from '../../attacks/soakRun.ts'
import { fencePoints } from './fence.ts'
import { type Killed, type Killing, killNodes } from './killings.ts'
import { type Outage, tallied, wholeNumber } from './tally.ts'

type Options = { readonly seconds?: number; readonly seed?: number }

const killing: fc.Arbitrary<Killing> = fc.record({
  node: fc.nat(2),
  point: fc.constantFrom('at random', ...fencePoints),
  nth: fc.integer({ min: 1, max: 60 }),
})

/** The number of kills over one database, before its books are judged. */
const killsInRound = 5

/** The command that kills one node after the other. */
export function soakNodes(soak: Soak): Command {
  return new Command('nodes')
    .description(
      'three nodes over one PostgreSQL, killed one after the other under load, at any point of a commit, and replaced',
    )
    .option('--seconds <seconds>', 'for this long; without end by default', positiveNumber)
    .option('--seed <seed>', 'the killed nodes, and the times', wholeNumber)
    .action((options: Options) => run(soak, options))
}

async function run(soak: Soak, { seconds, seed = randomInt(2 ** 31) }: Options): Promise<void> {
  const outages: Outage[] = []
  const points = new Map<Killing['point'], number>()
  const operations: Killed['operations'][] = []
  let [violations, kills] = [0, 0]
  const figures = () => ({ ...Object.fromEntries(points), ...tallied(outages), ...operationFigures(operations) })
  soak.begin(() => ({ seed, kills, ...figures(), violations }), seconds)
  const rounds = fc.array(killing, { minLength: killsInRound, maxLength: killsInRound })
  for (const given of fc.sample(fc.noBias(rounds), { seed, numRuns: 10_000 })) {
    if (soak.isOver()) break
    const round = await killNodes(given)
    outages.push(...round.outages)
    operations.push(round.operations)
    for (const point of round.points) points.set(point, (points.get(point) ?? 0) + 1)
    kills += given.length
    violations += round.problems.length
    if (round.problems.length > 0)
      soak.print(`${round.problems.join('\n')}\n\nIt was before kill ${kills} of seed ${seed}.\n`)
    soak.progress()
  }
  soak.end(violations)
}
