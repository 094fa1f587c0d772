import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { SettingsError } from './validated.ts'

/** What a setting that lists addresses has to be. */
export const addressListForm = 'none, or addresses and subnets separated by commas, such as 127.0.0.1,10.0.0.0/8'

/** Reads a setting that lists addresses; throws a SettingsError for what is neither an address nor a subnet. */
export function addressList(name: string, text: string): BlockList {
  const list = new BlockList()
  if (text === 'none') return list
  for (const subnet of text.split(',')) {
    if (add(list, subnet.trim())) continue
    throw new SettingsError(`${name} is ${JSON.stringify(text)}, but has to be ${addressListForm}`)
  }
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
