import type { LookupAddress } from 'node:dns'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'

/** Finds the addresses of a name. The signal ends the search. */
export type FindAddresses = (name: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>

/** The rules about the places that webhooks may be sent to. */
export type ReachRules = {
  /** Addresses that are allowed although they are not public, on all ports. */
  readonly allowed: BlockList
  /** Whether endpoints may be reached without TLS, and on any port. */
  readonly plain: boolean
}

/** A place for a connection. The port is empty for the default of the scheme. */
type Target = { readonly address: string; readonly port: string }

/** The error for a name that leads to no allowed place. */
class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/** How many addresses of a name are tried, so that an endpoint cannot be used to probe many hosts. */
const mostTried = 4

/**
 * The special-purpose addresses of IPv4, by the registries of RFC 6890. Below them are ordinary addresses that lead to
 * services of a cloud from within it: Azure's metadata and DNS, Google's private access, IBM's service network.
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
  ['168.63.129.16', 32],
  ['199.36.153.4', 30],
  ['199.36.153.8', 30],
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
]

/**
 * The part of IPv6 that is assigned to the internet, and the special addresses within it: Teredo and others,
 * documentation, 6to4.
 */
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

/** The ports of public endpoints; empty means 443. */
const usualPorts = ['', '8443']

function listOf(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

/** Whether an endpoint may listen on this port of a public address. */
export function isUsualPort(port: string, { plain }: ReachRules): boolean {
  return plain || usualPorts.includes(port)
}

/** Whether webhooks may be sent to a place. */
export function mayConnect({ address, port }: Target, rules: ReachRules): boolean {
  const { allowed } = rules
  if (isIPv4(address)) {
    if (allowed.check(address, 'ipv4')) return true
    return !special.check(address, 'ipv4') && isUsualPort(port, rules)
  }
  if (!isIPv6(address)) return false
  if (allowed.check(address, 'ipv6')) return true
  return internet.check(address, 'ipv6') && !special.check(address, 'ipv6') && isUsualPort(port, rules)
}

/** A look-up for one connection. It fails unless every address of the name is allowed. */
export function guardedLookup(
  find: (name: string) => ReturnType<FindAddresses>,
  isOpen: (address: string) => boolean,
): LookupFunction {
  return (name, { all }, callback) => {
    const fail = (error: Error) => callback(error, '')
    find(name).then((addresses) => {
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isOpen(address)))
        fail(new ForbiddenAddress(`${name} is not on the public internet, or not on a usual port`))
      else if (all) callback(null, triedOf(addresses))
      else callback(null, first.address, first.family)
    }, fail)
  }
}

/** The addresses that are tried, of both families if the name has both. */
function triedOf(addresses: readonly LookupAddress[]): LookupAddress[] {
  return [4, 6].flatMap((family) => addresses.filter((one) => one.family === family).slice(0, mostTried / 2))
}
