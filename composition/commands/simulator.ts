import type { Simulation } from '../../adapters/cli/deps.ts'
import { liveConfiguration } from '../../adapters/simulator/configuration.ts'
import { type Simulator, startSimulator } from '../../adapters/simulator/simulator.ts'
import { writeSecretFile } from '../sandbox/secrets.ts'
import type { Process } from './serve.ts'

/** Runs the simulated networks until a signal asks it to stop. Resolves with the exit code. */
export async function runSimulator(
  { port, dataFile, configOut }: Simulation,
  { say, stopSignal }: Pick<Process, 'say' | 'stopSignal'>,
): Promise<number> {
  const stop = stopSignal()
  const simulator = await startSimulator({
    ...(port !== undefined && { port }),
    ...(dataFile !== undefined && { dataFile }),
  })
  try {
    say(`The simulated networks are up at ${simulator.url}\n`)
    if (configOut !== undefined) say(writeConfiguration(simulator, configOut))
    say('Stop with Ctrl-C.\n')
    await stop
  } finally {
    await simulator.close()
  }
  return 0
}

/** Writes the configuration and, next to it, the credentials as shell variables. Returns a text about their use. */
function writeConfiguration(simulator: Simulator, path: string): string {
  const { file, credentials } = liveConfiguration(simulator)
  const lines = Object.entries(credentials).map(([name, value]) => `${name}='${value}'\n`)
  writeSecretFile(path, `${JSON.stringify(file, null, 2)}\n`)
  writeSecretFile(`${path}.env`, lines.join(''))
  return `Use them with SENTE_CONFIG=${path} and the credentials of: set -a; . ${path}.env; set +a\n`
}
