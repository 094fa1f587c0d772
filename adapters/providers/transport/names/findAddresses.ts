import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { hostsFile } from './hostsFile.ts'

/** Finds the addresses of a name, at least one. Rejects with a code, like `dns.lookup`. A signal ends it. */
export type FindAddresses = (name: string, signal?: AbortSignal) => Promise<readonly LookupAddress[]>

/** The options of the search for addresses. */
type FinderOptions = {
  /** The name servers, each with a port if it is not 53; those of the machine by default. */
  readonly servers?: readonly string[]
  /** The file with the machine's own names; `/etc/hosts` by default. */
  readonly hostsPath?: string
  /** The longest time for the name servers, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number
}

/**
 * The time for one name server before the next is asked, in milliseconds, and the number of rounds through all of them.
 */
const asking = { timeout: 1_500, tries: 2 }

/**
 * Asks name servers on sockets of its own for each name. `dns.lookup` would use threads: two for the whole process, so
 * that two names with silent servers would delay all others.
 */
export function addressFinder({
  servers,
  hostsPath = '/etc/hosts',
  timeoutMs = 5_000,
}: FinderOptions = {}): FindAddresses {
  const ownAddressesOf = hostsFile(hostsPath)

  return async (name, signal) => {
    const own = ownAddressesOf(name)
    if (own.length > 0) return own
    const resolver = new Resolver(asking)
    if (servers) resolver.setServers(servers)
    const end = () => resolver.cancel()
    const timer = setTimeout(end, timeoutMs)
    signal?.addEventListener('abort', end)
    try {
      return await addressesBy(resolver, name)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }
}

async function addressesBy(resolver: Resolver, name: string): Promise<readonly LookupAddress[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer, index) => {
    const family = index === 0 ? 4 : 6
    return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
  })
  if (found.length > 0) return found
  const [problem] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  throw problem ?? Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' })
}
