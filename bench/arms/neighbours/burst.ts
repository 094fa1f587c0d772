import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Requests that are sent at once, each over a connection of its own, and again as soon as all are answered. */
export type Burst = {
  readonly url: string
  /** Each as HTTP text. The connections take them in turn. */
  readonly requests: readonly string[]
  readonly connections: number
  /** How many a connection sends without waiting; 1 by default. */
  readonly pipelined?: number | undefined
  /** Whether the answers are left unread. */
  readonly unread?: boolean | undefined
}

/** The results of bursts until their end. */
export type BurstSum = { readonly bursts: number; readonly statuses: Readonly<Record<number, number>> }

/** Sends bursts until the returned function is called. That resolves once the last answer has arrived. */
export async function repeatBursts({ url, requests, connections, pipelined = 1, unread = false }: Burst) {
  const { hostname: host, port } = new URL(url)
  const open = async () => readerOf(await connected(host, Number(port), unread))
  const statuses: Record<number, number> = {}
  const readers = await Promise.all(Array.from({ length: connections }, open))
  let [bursts, isOver] = [0, false]

  async function burst() {
    const answers = readers.map(async (reader, index) => {
      if (reader.socket.destroyed) readers[index] = await open()
      const current = readers[index] ?? reader
      const request = requests[(bursts * connections + index) % requests.length] ?? ''
      for (const status of await current.exchange(request.repeat(pipelined), pipelined))
        statuses[status] = (statuses[status] ?? 0) + 1
    })
    await Promise.all(answers)
    bursts += 1
  }

  async function loop() {
    while (!isOver) await burst()
  }
  const looped = unread
    ? Promise.all(readers.map((reader) => reader.socket.write((requests[0] ?? '').repeat(pipelined))))
    : loop()
  return async (): Promise<BurstSum> => {
    isOver = true
    if (!unread) await looped
    for (const { socket } of readers) socket.destroy()
    return { bursts, statuses }
  }
}

async function connected(host: string, port: number, unread: boolean): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  if (unread) socket.pause()
  return socket
}

type Reader = { readonly socket: Socket; exchange(bytes: string, answers: number): Promise<number[]> }

/** Reads answers by their lengths, or up to the last chunk, as cheaply as possible. */
function readerOf(socket: Socket): Reader {
  let statuses: number[] = []
  let left: number | 'chunks' | undefined
  let rest: Buffer = Buffer.alloc(0)
  let done: (() => void) | undefined
  let wanted = 0

  function take(chunk: Buffer) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    rest = Buffer.alloc(0)
    while (bytes.length > 0) {
      if (left === undefined) {
        const end = bytes.indexOf('\r\n\r\n')
        if (end < 0) {
          rest = bytes
          return
        }
        const head = bytes.toString('latin1', 0, end)
        statuses.push(Number(head.slice(9, 12)))
        const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
        left = length === undefined ? 'chunks' : Number(length)
        bytes = bytes.subarray(end + 4)
        if (left === 'chunks' && /^HTTP\/1\.1 (204|304)/.test(head)) left = 0
      }
      if (left === 'chunks') {
        const isLast = bytes.length >= 5 && bytes.toString('latin1', bytes.length - 5) === '0\r\n\r\n'
        if (isLast) finished()
        return
      }
      const taken = Math.min(left, bytes.length)
      left -= taken
      bytes = bytes.subarray(taken)
      if (left === 0) finished()
    }
    if (left === 0) finished()
  }

  function finished() {
    left = undefined
    if (statuses.length >= wanted) done?.()
  }

  socket.on('data', take)
  socket.on('close', () => done?.())
  return {
    socket,
    exchange: (bytes, answers) =>
      new Promise((resolve) => {
        statuses = []
        wanted = answers
        done = () => {
          done = undefined
          resolve(statuses)
        }
        if (socket.destroyed) return done()
        socket.write(bytes, 'latin1')
      }),
  }
}
