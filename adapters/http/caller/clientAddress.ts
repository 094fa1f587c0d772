import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'
import { addressList, loopback } from '../../written/addressList.ts'
import { headerValues } from '../answers/headers.ts'

/** The socket and headers of a request. Bytes that never became a request have no headers. */
type Origin = Pick<IncomingMessage, 'rawHeaders'> & { readonly socket: { readonly remoteAddress?: string | undefined } }

/**
 * The client network of a request: an IPv4 address, or the /64 of an IPv6 address, the usual allocation of one
 * subscriber. `X-Forwarded-For` counts only if trusted proxies wrote it.
 */
export function clientNetwork(req: Origin, trustedProxies: BlockList): string {
  return networkOf(clientAddress(req, trustedProxies))
}

/** Whether a request comes from one of these addresses and subnets; false if one of them can't be read. */
export function isAmong(req: Origin, subnets: readonly string[], trustedProxies: BlockList): boolean {
  const list = addressList(subnets)
  const address = clientAddress(req, trustedProxies)
  return list !== undefined && isIP(address) !== 0 && isListed(address, list)
}

/** Whether a trusted proxy forwarded a request for a client. */
export function isPassedOn(req: Origin, trustedProxies: BlockList): boolean {
  return headerValues(req, 'x-forwarded-for').length > 0 && isListed(req.socket.remoteAddress ?? '', trustedProxies)
}

/** Whether a client's connection is encrypted, by a trusted proxy's last `X-Forwarded-Proto`. */
export function isOverTls(req: Origin, trustedProxies: BlockList): boolean {
  const scheme = headerValues(req, 'x-forwarded-proto').join().split(',').at(-1)?.trim()
  return scheme?.toLowerCase() === 'https' && isListed(req.socket.remoteAddress ?? '', trustedProxies)
}

const here = loopback()

/** Whether a connection comes from this very machine, and no header shows that a proxy forwarded it. */
export function isFromHere(req: Origin): boolean {
  const isForAnother = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'via'].some(
    (name) => headerValues(req, name).length > 0,
  )
  return !isForAnother && isListed(req.socket.remoteAddress ?? '', here)
}

/** The nearest address that is not a trusted proxy's; the farthest if all are. */
function clientAddress(req: Origin, trustedProxies: BlockList): string {
  let client = ''
  for (const hop of hopsOf(req)) {
    if (!isIP(hop)) break
    client = hop
    if (!isListed(hop, trustedProxies)) break
  }
  return client
}

/** Whether an address is in a list, such as that of the trusted proxies. */
export function isListed(address: string, list: BlockList): boolean {
  const bare = plain(address)
  return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}

/** The addresses that a request passed through, nearest first. Lazy: a client may have sent a long list. */
function* hopsOf(req: Origin): Generator<string> {
  yield plain(req.socket.remoteAddress ?? '')
  let rest = `,${headerValues(req, 'x-forwarded-for').join()}`
  while (rest !== '') {
    const comma = rest.lastIndexOf(',')
    yield plain(rest.slice(comma + 1))
    rest = rest.slice(0, comma)
  }
}

/** An address without blanks; an IPv4-mapped IPv6 address becomes IPv4. */
function plain(address: string): string {
  const bare = address.trim()
  const wrapped = bare.replace(/^::ffff:/i, '')
  return isIPv4(wrapped) ? wrapped : bare
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [before = '', after = ''] = new SocketAddress({ address, family: 'ipv6' }).address.split('::').map(groupsOf)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
