import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectOverTls } from 'node:tls'

/** A connection that writes any bytes, even wrong ones, and reads any answers. */
export type Wire = Awaited<ReturnType<typeof openWire>>

/** Connects to the server at a URL. */
export async function openWire(url: string) {
  const { protocol, hostname, port } = new URL(url)
  const place = { host: hostname, port: Number(port), allowHalfOpen: true }
  const socket =
    protocol === 'https:'
      ? connectOverTls({ ...place, servername: hostname, rejectUnauthorized: false })
      : connect({ ...place, noDelay: true })
  const read = answerReader()
  const answers: WireAnswer[] = []
  let wake = () => {}
  socket.on('data', (bytes) => {
    answers.push(...read(bytes))
    wake()
  })
  socket.on('error', () => socket.destroy())
  socket.on('end', () => socket.end())
  socket.on('close', () => wake())
  await Promise.race([once(socket, protocol === 'https:' ? 'secureConnect' : 'connect'), once(socket, 'close')])

  /** The next answer; undefined when the connection ended without one. */
  async function answer(): Promise<WireAnswer | undefined> {
    while (answers.length === 0 && !socket.closed)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return answers.shift()
  }

  /** Writes text as one byte a character; resolves once it has left this process, or the connection has ended. */
  const write = (bytes: string) => new Promise<void>((resolve) => void socket.write(bytes, 'latin1', () => resolve()))

  return {
    get isOpen() {
      return !socket.destroyed && !socket.readableEnded
    },
    write,
    answer,
    /** Writes, and resolves with the next answer. */
    ask(bytes: string): Promise<WireAnswer | undefined> {
      void write(bytes)
      return answer()
    },
    /** Every further answer until the connection is closed by the other side. */
    async untilClosed(): Promise<WireAnswer[]> {
      const all: WireAnswer[] = []
      for (let next = await answer(); next; next = await answer()) all.push(next)
      return all
    },
    /** Stops reading, so that answers pile up, until `readAgain` is called. */
    stopReading: () => void socket.pause(),
    readAgain: () => void socket.resume(),
    /** Ends its sending side, and still reads. */
    finish: () => void socket.end(),
    /** Resets the connection. */
    breakOff: () => void socket.resetAndDestroy(),
  }
}

/** A raw answer: its head, and its headers with names in lower case. */
export type WireAnswer = {
  readonly status: number
  readonly head: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Splits what a server sends into answers; an incomplete one waits for more. Interim answers (1xx) are left out. */
export function answerReader(): (bytes: Buffer) => WireAnswer[] {
  let waiting = ''
  return (bytes) => {
    waiting += bytes.toString('latin1')
    const answers: WireAnswer[] = []
    for (;;) {
      const headLength = waiting.indexOf('\r\n\r\n') + 4
      if (headLength < 4) return answers
      const head = waiting.slice(0, headLength)
      const [first = '', ...lines] = head.trimEnd().split('\r\n')
      const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(first) ?? []
      if (status === undefined) throw new Error(`no answer of HTTP/1: ${JSON.stringify(first.slice(0, 200))}`)
      const headers = Object.fromEntries(lines.map(headerIn))
      const length = headLength + Number(headers['content-length'] ?? 0)
      if (waiting.length < length) return answers
      const text = Buffer.from(waiting.slice(headLength, length), 'latin1').toString()
      if (Number(status) >= 200) answers.push({ status: Number(status), head, headers, text })
      waiting = waiting.slice(length)
    }
  }
}

function headerIn(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
}
