import { Command, Option } from 'commander'
import { failureOf } from '../prove.ts'
import type { Soak } from '../soakRun.ts'
import { sequences } from './sequences.ts'
import { type BooksName, modelStores } from './stores.ts'
import { addTrialOptions, soakTrials, type TrialOptions } from './trials.ts'

/** How many sequences a batch has on each of the books; those in memory are the fastest. */
const batches: readonly (readonly [books: BooksName, sequences: number])[] = [
  ['memory', 500],
  ['sqlite', 100],
  ['file', 10],
  ['postgres', 10],
]

/** The command that tries sequences against the model for the time given. */
export function soakModel(soak: Soak): Command {
  return addTrialOptions(
    new Command('model').description(
      'random sequences of requests, refunds, batches, fees, keys, faults and crashes, compared with a plain model',
    ),
  )
    .addOption(new Option('--books <books>', 'on these books only').choices(Object.keys(modelStores)))
    .action(async (options: TrialOptions & { books?: BooksName }) => {
      const chosen = batches.filter(([books]) => books === (options.books ?? books))
      await soakTrials(soak, options, (batch, tally) => {
        const [books, most] = chosen[batch % chosen.length] ?? ['memory', 500]
        const property = sequences(modelStores[books], tally)
        return { most, fail: (trial) => failureOf(property, trial, `model --books ${books}`) }
      })
    })
}
