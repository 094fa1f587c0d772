import { randomInt } from 'node:crypto'
import { Command } from 'commander'
import { positiveNumber, type Soak } from '../../attacks/soakRun.ts'
import { wholeNumber } from '../nodes/tally.ts'
import { breakAtRandom } from './commits.ts'

type Options = { readonly seconds?: number; readonly seed?: number }

/** The number of broken connections before the books are compared. */
const breaksInRound = 50

/** The command that breaks connections in the middle of commits. */
export function soakCommits(soak: Soak): Command {
  return new Command('commits')
    .description('steps over PostgreSQL, with connections that break at any point of a commit')
    .option('--seconds <seconds>', 'for this long; without end by default', positiveNumber)
    .option('--seed <seed>', 'the seed for the breaks of the first round; each further round has the next', wholeNumber)
    .action((options: Options) => run(soak, options))
}

async function run(soak: Soak, { seconds, seed = randomInt(2 ** 31) }: Options): Promise<void> {
  let [violations, breaks] = [0, 0]
  soak.begin(() => ({ seed, breaks, violations }), seconds)
  for (let round = 0; !soak.isOver(); round += 1) {
    const { faults, rejected, wrong, isAuditClean } = await breakAtRandom(
      seed + round,
      ['unsent', 'unanswered'],
      breaksInRound,
    )
    const problems = [...rejected, ...wrong, ...(isAuditClean ? [] : ['the audit finds something'])]
    breaks += faults
    violations += problems.length
    if (problems.length > 0) soak.print(`${problems.join('\n')}\n\nIt was in the round of seed ${seed + round}.\n`)
    soak.progress()
  }
  soak.end(violations)
}
