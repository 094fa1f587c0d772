import { headOf, type Merchant, paymentBytes } from './merchant.ts'

/** A request whose end or meaning two parsers could see differently, with another one hidden in it if possible. */
export type Ambiguous = (merchant: Merchant, hidden: string) => string

const path = '/api/v1/send-money'

/** A request with these header lines, which may end elsewhere than they say. */
const framed =
  (headers: string, body: (hidden: string) => string = chunk): Ambiguous =>
  (merchant, hidden) =>
    headOf(merchant, `POST ${path}`, headers) + body(hidden)

const chunked = (body: (hidden: string) => string): Ambiguous => framed('Transfer-Encoding: chunked\r\n', body)

/** The hidden request as the only chunk, under a size that may be invalid. */
function chunk(hidden: string, size = hex(hidden), end = '0\r\n\r\n'): string {
  return `${size}\r\n${hidden}\r\n${end}`
}

function hex(text: string): string {
  return text.length.toString(16)
}

/** Writes a valid request and replaces a part of it. */
const altered =
  (part: string | RegExp, other: string): Ambiguous =>
  (merchant, hidden) =>
    headOf(merchant, `POST ${path}`, `X: y\r\nContent-Length: ${hidden.length}\r\n`).replace(part, other) + hidden

const nonsenseCodings = ['xchunked', 'identity', 'chunked, identity', 'chunked, chunked', 'chun ked', '\x0bchunked']
const nonsenseLengths = ['+5', '-1', '0x5', '5.0', '', '5 5', '5, 5', '5;', '1e1', '5\0', '18446744073709551617']

const byValue = (values: readonly string[], header: string) =>
  Object.fromEntries(
    values.map((value) => [`${header} ${JSON.stringify(value)}`, framed(`${header}: ${value}\r\n`)] as const),
  )

/** Requests that are not HTTP by RFC 9112, or that state their end in two ways. */
export const refusedRequests: Readonly<Record<string, Ambiguous>> = {
  'a length and then chunks': framed('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'),
  'chunks and then a length': framed('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n'),
  'the same length twice': framed('Content-Length: 5\r\nContent-Length: 5\r\n'),
  'two lengths': framed('Content-Length: 0\r\nContent-Length: 5\r\n', (hidden) => hidden),
  'chunked twice': framed('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n'),
  ...byValue([...nonsenseCodings, 'chunked;q=1', '"chunked"', 'chunked,', 'chunked\t'], 'Transfer-Encoding'),
  ...byValue(nonsenseLengths, 'Content-Length'),
  'a blank before the colon of chunks': framed('Transfer-Encoding : chunked\r\n'),
  'a blank before the colon of a length': framed('Content-Length : 5\r\n'),
  'a line folded': framed('X: a\r\n b\r\nContent-Length: 0\r\n', (hidden) => hidden),
  'a coding on a folded line': framed('Transfer-Encoding:\r\n chunked\r\n'),
  'a length on a folded line': framed('Content-Length:\r\n 5\r\n'),
  'a first header that begins with a blank': altered('\r\nHost', '\r\n Host'),
  'bare line feeds': (merchant, hidden) => `${headOf(merchant, `POST ${path}`).replaceAll('\r\n', '\n')}${hidden}`,
  'one bare line feed': altered('X: y\r\n', 'X: y\n'),
  'a bare line feed at the end': altered('\r\n\r\n', '\r\n\n'),
  'a bare carriage return': altered('X: y', 'X: y\rContent-Length: 0'),
  'a NUL in a value': altered('X: y', 'X: \0'),
  'a NUL in a name': altered('X: y', 'X\0: y'),
  'a NUL in the path': altered(path, `${path}\0`),
  'a byte above ASCII in the path': altered(path, `${path}?\xff`),
  'a byte above ASCII in a name': altered('X: y', 'X\xff: y'),
  'a header without a name': altered('X: y', ': y'),
  'a tab after the method': altered('POST ', 'POST\t'),
  'a blank before the method': altered('POST', ' POST'),
  'an unknown version': altered('HTTP/1.1', 'HTTP/1.2'),
  'another version': altered('HTTP/1.1', 'HTTP/2.0'),
  'an old version': altered('HTTP/1.1', 'HTTP/0.9'),
  'no version': altered(' HTTP/1.1', ''),
  'chunks in HTTP/1.0': (merchant, hidden) =>
    framed('Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n')(merchant, hidden).replace('/1.1', '/1.0'),
  'no coding and no length': framed('Transfer-Encoding:\r\n', (hidden) => hidden),
  'another coding below the chunks': framed('Transfer-Encoding: gzip, chunked\r\n'),
  'identity, then chunked': framed('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n'),
}

/** Invalid chunks. */
export const refusedChunks: Readonly<Record<string, Ambiguous>> = {
  ...Object.fromEntries(
    Object.entries({
      '0x': '0x5',
      '+': '+5',
      '-': '-5',
      'a blank before': ' 5',
      'a blank after': '5 ',
      nothing: '',
    }).map(([name, size]) => [`a size with ${name}`, chunked((hidden) => chunk(hidden, size))] as const),
  ),
  'a size beyond 64 bits': chunked((hidden) => chunk(hidden, `1${hex(hidden).padStart(16, '0')}`)),
  'a size shorter than the data': chunked((hidden) => chunk(hidden, '1')),
  'a line feed in an extension': chunked((hidden) => chunk(hidden, `${hex(hidden)};a\nb`)),
  'a carriage return in an extension': chunked((hidden) => chunk(hidden, `${hex(hidden)};a\rb`)),
  'a line end in a quoted extension': chunked((hidden) => chunk(hidden, `${hex(hidden)};a="\r\n"`)),
  'an extension of 20 KB': chunked((hidden) => chunk(hidden, `${hex(hidden)};${'a'.repeat(20_000)}`)),
  'a line feed after the size': chunked((hidden) => chunk(hidden).replace('\r\n', '\n')),
  'a line feed after the data': chunked((hidden) => `${hex(hidden)}\r\n${hidden}\n0\r\n\r\n`),
  'nothing after the data': chunked((hidden) => `${hex(hidden)}\r\n${hidden}0\r\n\r\n`),
  'line feeds at the end': chunked((hidden) => chunk(hidden, hex(hidden), '0\n\n')),
  'a length in the trailer': chunked((hidden) => chunk(hidden, hex(hidden), '0\r\nContent-Length: 5\r\n\r\n')),
  'a trailer without a colon': chunked((hidden) => chunk(hidden, hex(hidden), '0\r\ntrailer\r\n\r\n')),
}

const lengthOf = (hidden: string) => `Content-Length: ${hidden.length}\r\n`

const withBody =
  (line: string, headers = ''): Ambiguous =>
  (merchant, hidden) =>
    headOf(merchant, line, headers + lengthOf(hidden)) + hidden

/** Odd requests with an unambiguous end; the hidden text is their body or a part of their head. */
export const oddRequests: Readonly<Record<string, Ambiguous>> = {
  'chunked in capitals': framed('Transfer-Encoding: CHUNKED\r\n'),
  'a size with zeros before': chunked((hidden) => chunk(hidden, `${'0'.repeat(40)}${hex(hidden)}`)),
  'a size in capitals': chunked((hidden) => chunk(hidden, hex(hidden).toUpperCase())),
  'an extension': chunked((hidden) => chunk(hidden, `${hex(hidden)};a="b"`)),
  'a key in the trailer': chunked((hidden) =>
    chunk(hidden, hex(hidden), '0\r\nAuthorization: Bearer x\r\nHost: x\r\n\r\n'),
  ),
  'a length with zeros before': (merchant, hidden) =>
    headOf(merchant, `POST ${path}`, `Content-Length: 000${hidden.length}\r\n`) + hidden,
  'a name like that of the length': withBody(`POST ${path}`, 'Content_Length: 0\r\n'),
  'a length named by Connection': withBody(`POST ${path}`, 'Connection: Content-Length\r\n'),
  'a host in the target': withBody(`POST http://evil.example${path}`),
  'an empty segment in the target': withBody(`POST /${path}`),
  'a step up in the target': withBody(`POST /api/v1/../v1/send-money`),
  'an escape in the target': withBody('POST /api/v1/send%2dmoney'),
  'an asterisk as target': withBody('OPTIONS *'),
  'two blanks after the method': withBody(`POST  ${path}`),
  'empty lines before': (merchant, hidden) => `\r\n\r\n${withBody(`POST ${path}`)(merchant, hidden)}`,
  'a look-up with a body': withBody('GET /api/v1/balances'),
  'a deletion with a body': withBody('DELETE /livez'),
  'two hosts': withBody(`POST ${path}`, 'Host: other.example\r\n'),
  'two keys': withBody(`POST ${path}`, 'Authorization: Bearer x\r\n'),
  'another method in a header': withBody(`POST ${path}`, 'X-HTTP-Method-Override: GET\r\n'),
  'an expectation': withBody(`POST ${path}`, 'Expect: 200-ok\r\n'),
  '900 headers': withBody(`POST ${path}`, 'a: b\r\n'.repeat(900)),
}

/** The hidden request: a valid payment. */
export function hiddenPayment(merchant: Merchant, reference: string): string {
  return paymentBytes(merchant, { reference })
}
