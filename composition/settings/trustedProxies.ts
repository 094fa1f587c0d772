import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { SettingsError } from './validated.ts'

/** What SENTE_TRUSTED_PROXIES has to be. */
export const trustedProxiesForm = 'none, or addresses and subnets separated by commas, such as 127.0.0.1,10.0.0.0/8'

/** Reads whose `X-Forwarded-For` is believed; throws a SettingsError for what is neither an address nor a subnet. */
export function trustedProxies(text: string): BlockList {
  const proxies = new BlockList()
  if (text === 'none') return proxies
  for (const subnet of text.split(',')) {
    if (add(proxies, subnet.trim())) continue
    throw new SettingsError(`SENTE_TRUSTED_PROXIES is ${JSON.stringify(text)}, but has to be ${trustedProxiesForm}`)
  }
  return proxies
}

function add(proxies: BlockList, subnet: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(subnet) ?? []
  const bits = isIPv4(address) ? 32 : 128
  const prefix = length === undefined ? bits : Number(length)
  if (!(isIPv4(address) || isIPv6(address)) || address.includes('%') || prefix > bits) return false
  proxies.addSubnet(address, prefix, bits === 32 ? 'ipv4' : 'ipv6')
  return true
}
