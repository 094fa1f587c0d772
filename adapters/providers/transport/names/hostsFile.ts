import type { LookupAddress } from 'node:dns'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'

/** The machine's own addresses for a name; none when it does not know the name. */
type OwnAddressesOf = (name: string) => readonly LookupAddress[]

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Reads the names of a hosts file, again after each change. `localhost` needs no line in it; see RFC 6761. */
export function hostsFile(path: string): OwnAddressesOf {
  let readOfMs: number | undefined
  let names = new Map<string, LookupAddress[]>()

  return (name) => {
    const wanted = name.toLowerCase().replace(/\.$/, '')
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changedMs !== readOfMs) {
      names = changedMs === undefined ? new Map() : namesIn(readFileSync(path, 'utf8'))
      readOfMs = changedMs
    }
    return names.get(wanted) ?? (/(^|\.)localhost$/.test(wanted) ? loopback : [])
  }
}

function namesIn(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...given] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of given.map((one) => one.toLowerCase()))
      names.set(name, [...(names.get(name) ?? []), { address, family }])
  }
  return names
}
