import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'

/** Finds the addresses of a name, as `dns.lookup` does with `all`. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** An address that a webhook must not be sent to: it belongs to somebody's own network, or to nobody. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/**
 * What is not an ordinary address of the internet, by the registries of special-purpose addresses of RFC 6890, for
 * IPv4.
 */
const specialIpv4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** The part of IPv6 that is given to the internet, and what is special in it: Teredo and others, documentation, 6to4. */
const [internetIpv6, specialIpv6] = [
  [['2000::', 3]] as const,
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ] as const,
]

const special = listOf(specialIpv4, 'ipv4')
for (const [network, bits] of specialIpv6) special.addSubnet(network, bits, 'ipv6')
const internet = listOf(internetIpv6, 'ipv6')

function listOf(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

/** Whether webhooks may be sent to an address; `allowed` opens what would be forbidden. */
export function mayConnect(address: string, allowed: BlockList): boolean {
  if (isIPv4(address)) return allowed.check(address, 'ipv4') || !special.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  return allowed.check(address, 'ipv6') || (internet.check(address, 'ipv6') && !special.check(address, 'ipv6'))
}

/** A look-up for connections, which fails unless every address of the name may be connected to. */
export function guardedLookup(allowed: BlockList, lookup: Lookup = systemLookup): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const isForbidden = addresses?.some(({ address }) => !mayConnect(address, allowed))
      const [first] = addresses ?? []
      const problem = error ?? (isForbidden || !first ? forbiddenAddress(hostname) : null)
      if (problem || !first) callback(problem, '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
}

/** The error for a host; it says nothing of the address, which may be a secret of somebody's network. */
function forbiddenAddress(hostname: string): ForbiddenAddress {
  return new ForbiddenAddress(`${hostname} is not on the public internet`)
}
