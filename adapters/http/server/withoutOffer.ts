import type { IncomingMessage } from 'node:http'

/** The headers that offer another protocol. */
const offering = ['upgrade', 'http2-settings']

/**
 * The head of a request without its offer to change the protocol, which a server may ignore by RFC 9110, 7.8. Clients
 * that offer HTTP/2 go on in HTTP/1.1; after any other request the connection is closed, because a client or a proxy may
 * go on in another protocol.
 */
export function headWithoutOffer({ method, url, httpVersion, rawHeaders, headers }: IncomingMessage): Buffer {
  const line = `${method} ${url} HTTP/${httpVersion}`
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
  const others = pairs
    .filter(([name = '']) => !offering.includes(name.toLowerCase()))
    .map(([name = '', value = '']) => `${name}: ${/^connection$/i.test(name) ? withoutOffers(value) : value}`)
  const end = /^h2c$/i.test(headers.upgrade ?? '') ? [] : ['Connection: close']
  return Buffer.from([line, ...others, ...end, '', ''].join('\r\n'), 'latin1')
}

function withoutOffers(connection: string): string {
  return connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !offering.includes(option.toLowerCase()))
    .join(', ')
}
