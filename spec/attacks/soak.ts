import { Command } from 'commander'
import { soakNodes } from '../postgres/45-nodes/soak.ts'
import { soakFailover } from '../postgres/47-failover/soak.ts'
import { soakGoingBack } from '../postgres/54-going-back/soak.ts'
import { soakModel } from './38-model/soak.ts'
import { soakInterleavings } from './39-interleavings/soak.ts'
import { soakCrash } from './40-crashes/soak.ts'
import { soakHostile } from './42-hostile/soak.ts'
import { soakRun } from './soakRun.ts'

let isAskedToEnd = false

// The first Ctrl-C ends it after the current attack, with its figures; the second ends it at once.
process.once('SIGINT', () => {
  isAskedToEnd = true
})

const soak = soakRun({
  print: (line) => process.stdout.write(`${line}\n`),
  isAskedToEnd: () => isAskedToEnd,
  fail() {
    process.exitCode = 1
  },
})

await new Command('npm run soak --')
  .description('Attacks sente for the time given, and prints how to repeat what it finds.')
  .addCommand(soakModel(soak))
  .addCommand(soakInterleavings(soak))
  .addCommand(soakCrash(soak))
  .addCommand(soakHostile(soak))
  .addCommand(soakNodes(soak))
  .addCommand(soakFailover(soak))
  .addCommand(soakGoingBack(soak))
  .parseAsync()
