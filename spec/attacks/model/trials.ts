import { randomInt } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import type { Trial } from '../prove.ts'
import { positiveNumber, type Soak } from '../soakRun.ts'
import { noTally, type Tally } from './sequences.ts'

/** How long to try, and from which seed on; a path repeats one failure and nothing else. */
export type TrialOptions = { seconds?: number; sequences?: number; seed?: number; path?: string }

/** One batch: its largest number of sequences, and a function that tries them and resolves with the failure's text. */
type Batch = { readonly most: number; fail(trial: Trial): Promise<string | undefined> }

/** Adds the options for the duration and the seed. */
export function addTrialOptions(command: Command): Command {
  return command
    .option('--seconds <seconds>', 'for so long; without end by default', positiveNumber)
    .option('--sequences <count>', 'until there were so many', positiveNumber)
    .option('--seed <seed>', 'the seed of the first batch; each further one has the next', whole)
    .option('--path <path>', 'repeats the failure that was found there')
}

/** Tries batch after batch until it is time to end, and prints the figures. */
export async function soakTrials(
  soak: Soak,
  { seconds, sequences, seed = randomInt(2 ** 31), path }: TrialOptions,
  batchOf: (batch: number, tally: Tally) => Batch,
): Promise<void> {
  const tally = noTally()
  const most = path === undefined ? (sequences ?? Number.POSITIVE_INFINITY) : 1
  let tried = 0
  let violations = 0
  const figures = () => ({ seed, ...tally, violations })
  soak.begin(figures, seconds)
  for (let batch = 0; tried < most && !soak.isOver(); batch += 1) {
    const { most: together, fail } = batchOf(batch, tally)
    const count = Math.min(together, most - tried)
    const failure = await fail({ sequences: count, seed: (seed + batch) | 0, ...(path !== undefined && { path }) })
    tried += count
    if (failure) soak.print(failure)
    if (failure) violations += 1
    soak.progress()
  }
  soak.end(violations)
}

function whole(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value)) return value
  throw new InvalidArgumentError('It has to be a whole number.')
}
