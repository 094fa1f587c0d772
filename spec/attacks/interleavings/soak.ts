import { Command, Option } from 'commander'
import { type BooksName, modelStores } from '../model/stores.ts'
import { addTrialOptions, soakTrials, type TrialOptions } from '../model/trials.ts'
import { failureOf } from '../prove.ts'
import type { Soak } from '../soakRun.ts'
import { interleavings } from './interleaving.ts'
import { type PlayName, plays } from './plays.ts'

type Options = TrialOptions & { books?: BooksName; play?: PlayName }

/** The command that tries the plays in ever new orders. */
export function soakInterleavings(soak: Soak): Command {
  return addTrialOptions(
    new Command('interleavings').description('parallel requests, refunds, batches, sweeps and callbacks, in any order'),
  )
    .addOption(new Option('--books <books>', 'on these books only').choices(['memory', 'sqlite', 'postgres']))
    .addOption(new Option('--play <play>', 'this play only').choices(Object.keys(plays)))
    .action((options: Options) => soakTrials(soak, options, (batch, tally) => trialOf(options, batch, tally)))
}

function trialOf(options: Options, batch: number, tally: Parameters<typeof interleavings>[2]) {
  const names = (Object.keys(plays) as PlayName[]).filter((name) => name === (options.play ?? name))
  const name = names[batch % names.length] ?? 'oneReference'
  const books = options.books ?? (batch % 10 === 9 ? 'sqlite' : batch % 50 === 8 ? 'postgres' : 'memory')
  const property = interleavings(plays[name], modelStores[books], tally)
  const command = `interleavings --play ${name} --books ${books}`
  return { most: 100, fail: (trial: Parameters<typeof failureOf>[1]) => failureOf(property, trial, command) }
}
