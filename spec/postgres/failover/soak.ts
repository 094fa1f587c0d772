import { randomInt } from 'node:crypto'
import { Command, Option } from 'commander'
import fc from 'fast-check'
import { positiveNumber, type Soak } from '../../attacks/soakRun.ts'
import { openCluster } from '../../fixtures/patroni/cluster.ts'
import { type Outage, tallied, wholeNumber } from '../nodes/tally.ts'
import { type FailureName, failures, openRehearsals } from './rehearsal.ts'

type Options = { readonly seconds?: number; readonly seed?: number; readonly only?: FailureName }

const names = Object.keys(failures) as FailureName[]

/** The command that repeatedly lets the primary or a standby fail. */
export function soakFailover(soak: Soak): Command {
  return new Command('failover')
    .description('a cluster kept by Patroni whose machines are killed, switched over and cut off, under three nodes')
    .option('--seconds <seconds>', 'for this long; without end by default', positiveNumber)
    .option('--seed <seed>', 'the failure, and the number of payments before it', wholeNumber)
    .addOption(new Option('--only <failure>', 'this failure only').choices(names))
    .action((options: Options) => run(soak, options))
}

async function run(soak: Soak, { seconds, seed = randomInt(2 ** 31), only }: Options): Promise<void> {
  const outages: (Outage & { readonly name: FailureName })[] = []
  let violations = 0
  const plan = fc.record({
    name: fc.constantFrom(...(only ? [only] : names)),
    answered: fc.integer({ min: 20, max: 200 }),
  })
  soak.begin(() => ({ seed, failures: outages.length, ...tallied(outages), violations }), seconds)
  const cluster = await openCluster()
  try {
    for (const { name, answered } of fc.sample(fc.noBias(plan), { seed, numRuns: 10_000 })) {
      if (soak.isOver()) break
      const rehearsals = await openRehearsals(cluster)
      const { problems, ...outage } = await rehearsals.rehearse(name, answered).finally(rehearsals.close)
      outages.push({ name, ...outage })
      violations += problems.length
      if (problems.length > 0)
        soak.print(`${problems.join('\n')}\n\nIt was failure ${outages.length} of seed ${seed}.\n`)
      soak.progress()
      await cluster.whole()
    }
  } finally {
    await cluster.close()
  }
  for (const name of names) {
    const theirs = outages.filter((outage) => outage.name === name)
    if (theirs.length > 0) soak.print(summary(name, theirs))
  }
  soak.end(violations)
}

function summary(name: string, outages: readonly Outage[]): string {
  const figures = Object.entries(tallied(outages)).map(([figure, value]) => `${figure} ${value}`)
  return [`  ${name} ${outages.length}`, ...figures].join('  ')
}
