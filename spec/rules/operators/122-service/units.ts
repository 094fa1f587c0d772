import { spawnSync } from 'node:child_process'
import { textOf } from '../../../sourceTree.ts'

/** Runs systemd-analyze to its end, without a running systemd. Throws if it is missing. */
export function systemdAnalyze(...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  if (error) throw new Error('systemd-analyze is missing: apt-get install -y systemd')
  return { status, output: `${stdout}${stderr}` }
}

/** The commands of a unit, in the form for a shell. */
export function commandsOf(unit: string): readonly string[] {
  return settingsOf(unit, 'ExecStart').map((command) => command.replaceAll('$$', '$').replaceAll('%%', '%'))
}

/** The values of a setting of a unit. */
function settingsOf(unit: string, name: string): readonly string[] {
  return [...textOf(`ops/systemd/${unit}`).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/** The system calls known to systemd that a unit's filter refuses. */
export function refusedCalls(unit: string): readonly string[] {
  const sets = filterSets()
  const members = (name: string): string[] => (name.startsWith('@') ? (sets.get(name) ?? []).flatMap(members) : [name])
  const [allowed = '', taken = ''] = settingsOf(unit, 'SystemCallFilter')
  const without = new Set(taken.replace('~', '').split(' ').flatMap(members))
  const left = new Set(
    allowed
      .split(' ')
      .flatMap(members)
      .filter((call) => !without.has(call)),
  )
  return [...new Set([...sets.keys()].flatMap(members))].filter((call) => !left.has(call))
}

/** The sets of system calls, by their names, and their members: calls and other sets. */
function filterSets(): Map<string, string[]> {
  const { output } = systemdAnalyze('syscall-filter', '--no-pager')
  const sets = new Map<string, string[]>()
  let members: string[] = []
  for (const line of output.split('\n')) {
    if (line.startsWith('@')) {
      members = []
      sets.set(line.trim(), members)
    } else if (/^ {4}[@a-z]/.test(line)) members.push(line.trim())
  }
  return sets
}
