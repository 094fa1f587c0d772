import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { afterwards } from '../fixtures/endings.ts'

/** A name server's answer about a name: addresses, an alias, an unknown name, a failure; undefined for silence. */
export type Said = readonly string[] | { readonly alias: string } | 'unknown' | 'failure' | Buffer | undefined

/** A name server on a free port of this machine. */
type NameServer = {
  readonly address: string
  readonly queries: readonly string[]
  /** Resolves once this many names have been requested. */
  hasBeenAsked(names: number): Promise<void>
}

/** Opens one with a given answer for each name. */
export async function openNameServer(say: (name: string) => Said = () => undefined): Promise<NameServer> {
  const socket = createSocket('udp4')
  afterwards(() => socket.close())
  const queries: string[] = []
  socket.on('message', (query, from) => {
    const { name, end } = questionIn(query)
    queries.push(name)
    const said = say(name)
    if (said !== undefined) send(socket, from, Buffer.isBuffer(said) ? said : answerTo(query, end, said))
  })
  await once(socket.bind(0, '127.0.0.1'), 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    async hasBeenAsked(names) {
      while (new Set(queries).size < names) await once(socket, 'message')
    },
  }
}

function send(socket: Socket, { port, address }: RemoteInfo, answer: Buffer): void {
  socket.send(answer, port, address)
}

/** The requested name, and the end of its question; see RFC 1035, section 4.1. */
function questionIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** The types of records. */
const [ipv4, alias] = [1, 5]

function answerTo(query: Buffer, end: number, said: Exclude<Said, Buffer | undefined>): Buffer {
  const head = Buffer.from(query.subarray(0, end))
  const code = said === 'unknown' ? 3 : said === 'failure' ? 2 : 0
  const records = typeof said === 'string' ? [] : recordsOf(said, head.readUInt16BE(end - 4))
  head.writeUInt16BE(0x8180 + code, 2)
  for (const [at, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at)
  return Buffer.concat([head, ...records])
}

function recordsOf(said: Exclude<Said, Buffer | string | undefined>, type: number): Buffer[] {
  if ('alias' in said) return [record(alias, nameBytes(said.alias))]
  const wanted = said.filter((address) => isIPv4(address) === (type === ipv4))
  return wanted.map((address) => record(type, isIPv4(address) ? bytesOfIpv4(address) : bytesOfIpv6(address)))
}

/** A record of the requested name, for a minute. */
function record(type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]), data])
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([...name.split('.'), ''].map((label) => Buffer.from([label.length, ...Buffer.from(label)])))
}

function bytesOfIpv4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number))
}

/** Of the form `a::b` only. */
function bytesOfIpv6(address: string): Buffer {
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
