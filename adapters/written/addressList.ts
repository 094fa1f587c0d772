import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Reads a list of addresses and subnets, such as `10.0.0.0/8`. Undefined if one of them is neither. */
export function addressList(subnets: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  return subnets.every((subnet) => add(list, subnet.trim())) ? list : undefined
}

/** The addresses of this very machine for itself. */
export function loopback(): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  return list
}

function add(list: BlockList, subnet: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(subnet) ?? []
  const bits = isIPv4(address) ? 32 : 128
  const prefix = length === undefined ? bits : Number(length)
  if (!(isIPv4(address) || isIPv6(address)) || address.includes('%') || prefix > bits) return false
  list.addSubnet(address, prefix, bits === 32 ? 'ipv4' : 'ipv6')
  return true
}
