import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { program, type workshop } from './gateway.ts'

/** Starts the simulated networks alone; resolves with the environment of a live gateway that uses them. */
export async function liveAgainstSimulator(place: ReturnType<typeof workshop>): Promise<Record<string, string>> {
  const config = join(place.folder, 'live.json')
  const simulator = place.serve({}, ['node', program, 'simulator', '--config-out', config])
  while (!simulator.stderr().includes('Ctrl-C')) await new Promise((resolve) => setTimeout(resolve, 20))
  const lines = readFileSync(`${config}.env`, 'utf8').trim().split('\n')
  const credentials = lines.map((line) => /^(\w+)='(.*)'$/.exec(line)?.slice(1) ?? [])
  return {
    ...Object.fromEntries(credentials),
    SENTE_CONFIG: config,
    SENTE_PIN_KEY: 'a PIN key for tests, long enough.',
    DATABASE_URL: `sqlite:${join(place.folder, 'live.db')}`,
  }
}
