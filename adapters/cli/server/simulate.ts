import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import type { Simulation } from '../deps.ts'
import { parsePath, wholeNumber } from '../program/values.ts'

type Given = { readonly port?: number; readonly data?: string; readonly configOut?: string }

/** Adds `sente simulator`. */
export function simulateCommand(program: Command, context: CommandContext): void {
  program
    .command('simulator')
    .summary('run the simulated networks alone')
    .description(
      'Runs the simulated networks, without a gateway, until they are stopped (SIGTERM or Ctrl-C): for a gateway ' +
        'that is configured like a live one, but moves no real money. They listen on this machine only.',
    )
    .option('--port <N>', 'port to listen on; by default a free one', wholeNumber({ least: 0, most: 65_535 }))
    .option('--data <FILE>', "file with the networks' state; without it the state is lost", parsePath)
    .option(
      '--config-out <FILE>',
      'write a configuration for a gateway that uses them, and FILE.env with its credentials',
      parsePath,
    )
    .addHelpText('after', afterHelp)
    .action(async (given: Given) => context.endWith(await context.simulator(simulationOf(given))))
}

const afterHelp = `
The last six digits of a phone number decide the network's answers.

Example:
  sente simulator --port 4000 --data networks.jsonl --config-out simulated.json`

function simulationOf({ port, data, configOut }: Given): Simulation {
  return {
    ...(port !== undefined && { port }),
    ...(data !== undefined && { dataFile: data }),
    ...(configOut !== undefined && { configOut }),
  }
}
