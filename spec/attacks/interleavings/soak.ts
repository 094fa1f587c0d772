import { Command, Option } from 'commander'
import { soakTrials } from '../model/soak.ts'
import { type BooksName, modelStores } from '../model/stores.ts'
import type { Soak } from '../soakRun.ts'
import { interleavings } from './interleaving.ts'
import { type PlayName, plays } from './plays.ts'

/** The command that tries the plays in ever new orders. */
export function soakInterleavings(soak: Soak): Command {
  const command = new Command('interleavings')
    .description('parallel requests, refunds, batches, links, sweeps and callbacks, in any order')
    .addOption(new Option('--play <play>', 'this play only').choices(Object.keys(plays)))
  return soakTrials(soak, command, (options: { books?: BooksName; play?: PlayName }, batch, tally) => {
    const names = (Object.keys(plays) as PlayName[]).filter((name) => name === (options.play ?? name))
    const play = names[batch % names.length] ?? 'oneReference'
    const books = options.books ?? (batch % 10 === 9 ? 'sqlite' : batch % 50 === 8 ? 'postgres' : 'memory')
    const property = interleavings(plays[play], modelStores[books], tally)
    return { most: 100, property, command: `interleavings --play ${play} --books ${books}` }
  })
}
