import type { Variables } from './secretFiles.ts'
import { SettingsError } from './validated.ts'

const prefix = 'SENTE_'

/** Variables that Kubernetes makes for each service of a namespace, such as for one named sente. */
const ofServices = /_SERVICE_HOST$|_SERVICE_PORT(_.+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/

/** Throws a SettingsError for variables that begin like settings of sente but are not: each with the nearest setting. */
export function refuseUnknown(variables: Variables, known: readonly string[]): void {
  const unknown = Object.keys(variables).filter(
    (name) => name.toUpperCase().startsWith(prefix) && !known.includes(name) && !isOfService(name, variables[name]),
  )
  if (unknown.length === 0) return
  const problems = unknown.map((name) => `${name} is not a known setting; the nearest is ${nearest(name, known)}`)
  throw new SettingsError(problems.join('\n'))
}

function isOfService(name: string, value = ''): boolean {
  return ofServices.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
}

/** SENTE_PORT is nearest to PORT: the prefix does not count. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const bare = (one: string) => one.toUpperCase().replace(prefix, '')
  const distances = known.map((one) => ({ one, distance: distance(bare(name), bare(one)) }))
  return distances.sort((one, other) => one.distance - other.distance)[0]?.one
}

/** How many characters have to be inserted, removed or replaced to make one text of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1]
    for (const [at, its] of [...other].entries()) {
      const [left = 0, up = 0, diagonal = 0] = [next[at], row[at + 1], row[at]]
      next.push(Math.min(left + 1, up + 1, diagonal + (letter === its ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
