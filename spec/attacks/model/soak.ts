import { randomInt } from 'node:crypto'
import { Command, Option } from 'commander'
import { wholeNumber } from '../../postgres/nodes/tally.ts'
import { failureOf, type Trial } from '../prove.ts'
import { positiveNumber, type Soak } from '../soakRun.ts'
import { noTally, sequences, type Tally } from './sequences.ts'
import { type BooksName, modelStores } from './stores.ts'

/** The duration, and the first seed; a path repeats only one failure. */
type Options = { seconds?: number; sequences?: number; seed?: number; path?: string; books?: BooksName }

/** One batch: its largest number of sequences, their kind, and the command that repeats a failure. */
type Batch = { readonly most: number; readonly property: Parameters<typeof failureOf>[0]; readonly command: string }

/** The number of sequences in a batch on each of the books; those in memory are the fastest. */
const batches: readonly (readonly [books: BooksName, sequences: number])[] = [
  ['memory', 500],
  ['sqlite', 100],
  ['file', 10],
  ['postgres', 10],
]

/** The command that tries sequences against the model for the given time. */
export function soakModel(soak: Soak): Command {
  const command = new Command('model').description(
    'random sequences of requests, refunds, batches, fees, keys, faults and crashes, compared with a plain model',
  )
  return soakTrials(soak, command, (options: Options, batch, tally) => {
    const chosen = batches.filter(([books]) => books === (options.books ?? books))
    const [books, most] = chosen[batch % chosen.length] ?? ['memory', 500]
    return { most, property: sequences(modelStores[books], tally), command: `model --books ${books}` }
  })
}

/**
 * Makes a command try batch after batch until the end of the time, and print the figures, by default those of the
 * tally.
 */
export function soakTrials<Given extends Options>(
  soak: Soak,
  command: Command,
  batchOf: (options: Given, batch: number, tally: Tally) => Batch,
  figures?: Readonly<Record<string, number>>,
): Command {
  async function run(options: Given): Promise<void> {
    const { seconds, sequences = Number.POSITIVE_INFINITY, seed = randomInt(2 ** 31), path } = options
    const tally = noTally()
    const most = path === undefined ? sequences : 1
    let [tried, violations] = [0, 0]
    soak.begin(() => ({ seed, ...(figures ?? tally), violations }), seconds)
    for (let batch = 0; tried < most && !soak.isOver(); batch += 1) {
      const { most: together, property, command } = batchOf(options, batch, tally)
      const trial: Trial = { sequences: Math.min(together, most - tried), seed: (seed + batch) | 0 }
      const failure = await failureOf(property, { ...trial, ...(path !== undefined && { path }) }, command)
      tried += trial.sequences
      if (failure) soak.print(failure)
      if (failure) violations += 1
      soak.progress()
    }
    soak.end(violations)
  }
  return command
    .option('--seconds <seconds>', 'for this long; without end by default', positiveNumber)
    .option('--sequences <count>', 'until there were this many', positiveNumber)
    .option('--seed <seed>', 'the seed of the first batch; each further one has the next', wholeNumber)
    .option('--path <path>', 'repeats the failure that was found there')
    .addOption(new Option('--books <books>', 'on these books only').choices(Object.keys(modelStores)))
    .action(run)
}
