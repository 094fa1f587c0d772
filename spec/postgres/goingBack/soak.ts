import { randomInt } from 'node:crypto'
import { Command } from 'commander'
import fc from 'fast-check'
import { operationFigures } from '../../attacks/crashes/judges/operations.ts'
import { positiveNumber, type Soak } from '../../attacks/soakRun.ts'
import { wholeNumber } from '../nodes/tally.ts'
import { goBack, type Turn, type WentBack, wayNames } from './goingBack.ts'

type Options = { readonly seconds?: number; readonly seed?: number }

const turn: fc.Arbitrary<Turn> = fc.record({
  way: fc.constantFrom(...wayNames),
  opened: fc.integer({ min: 1, max: 40 }),
  underRunningNodes: fc.integer({ min: 0, max: 3 }).map((of) => of > 0),
})

/** The numbers of nodes, and of turns over one pair of servers, so that the networks' file stays small. */
const round = fc.record({
  count: fc.constantFrom(1, 3),
  turns: fc.array(turn, { minLength: 4, maxLength: 4 }),
})

/** The command that lets the database of running nodes go back. */
export function soakGoingBack(soak: Soak): Command {
  return new Command('back')
    .description('one node or three, with a database restored from a copy or replaced by a lagging standby, under load')
    .option('--seconds <seconds>', 'for this long; without end by default', positiveNumber)
    .option('--seed <seed>', 'the way that it goes back, and the time', wholeNumber)
    .action((options: Options) => run(soak, options))
}

async function run(soak: Soak, { seconds, seed = randomInt(2 ** 31) }: Options): Promise<void> {
  const times = new Map<string, number>()
  const operations: WentBack['operations'][] = []
  let [requested, forgotten, violations] = [0, 0, 0]
  const figures = () => ({ ...Object.fromEntries(times), requested, forgotten, ...operationFigures(operations) })
  soak.begin(() => ({ seed, ...figures(), violations }), seconds)
  for (const { count, turns } of fc.sample(fc.noBias(round), { seed, numRuns: 10_000 })) {
    if (soak.isOver()) break
    const { problems, figures, ...counted } = await goBack(count, turns)
    operations.push(counted.operations)
    for (const { way } of turns) times.set(way, (times.get(way) ?? 0) + 1)
    requested += figures.requested
    forgotten += figures.forgotten
    violations += problems.length
    if (problems.length > 0) soak.print(`${problems.join('\n')}\n\nIt was with ${count} nodes, of seed ${seed}.\n`)
    soak.progress()
  }
  soak.end(violations)
}
