import { randomInt } from 'node:crypto'
import { Command, InvalidArgumentError, Option } from 'commander'
import { positiveNumber, type Soak } from '../soakRun.ts'
import { killPlaces } from './plan.ts'
import { buildCrashProgram } from './program.ts'
import { type CrashRunOptions, crashRun } from './run.ts'

const help = `
A moment is some time after a server's first request, a start some time after it began to start.

A seed decides which requests are sent, in which order, and where each server is killed: the point and the passage of
it, or the milliseconds. How the machine schedules servers, networks and requests is not in it, so the same seed comes to
the same points with other requests under way.`

/** The command that kills servers for the time given. */
export function soakCrash(soak: Soak): Command {
  return new Command('crash')
    .description('servers killed with SIGKILL under load, at random moments and at every named point')
    .option('--kills <count>', 'until so many servers were killed', positiveNumber)
    .option('--seconds <seconds>', 'for so long; without end by default', positiveNumber)
    .option('--seed <seed>', 'the seed of the first database; each further one has the next', whole)
    .addOption(new Option('--at <point>', 'at this point only').choices(killPlaces))
    .addHelpText('after', help)
    .action(async (options: Partial<CrashRunOptions>) => {
      const program = await buildCrashProgram()
      try {
        await crashRun(soak, { kills: Number.POSITIVE_INFINITY, seed: randomInt(2 ** 31), ...options }, program)
      } finally {
        program.close()
      }
    })
}

function whole(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value)) return value
  throw new InvalidArgumentError('It has to be a whole number.')
}
