import { Command } from 'commander'
import { endRun } from '../fixtures/endings.ts'
import { soakFailover } from '../postgres/failover/soak.ts'
import { soakGoingBack } from '../postgres/goingBack/soak.ts'
import { soakNodes } from '../postgres/nodes/soak.ts'
import { soakCommits } from '../postgres/store/soak.ts'
import { soakCrash } from './crashes/soak.ts'
import { soakHostile } from './hostile/soak.ts'
import { soakInterleavings } from './interleavings/soak.ts'
import { soakModel } from './model/soak.ts'
import { soakRun } from './soakRun.ts'
import { soakTogether } from './together/soak.ts'

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
  .description('Attacks sente for the given time, and prints the command to repeat each finding.')
  .addCommand(soakModel(soak))
  .addCommand(soakInterleavings(soak))
  .addCommand(soakTogether(soak))
  .addCommand(soakCrash(soak))
  .addCommand(soakHostile(soak))
  .addCommand(soakCommits(soak))
  .addCommand(soakNodes(soak))
  .addCommand(soakFailover(soak))
  .addCommand(soakGoingBack(soak))
  .parseAsync()

// A server that was started for PostgreSQL ends with it.
await endRun()
