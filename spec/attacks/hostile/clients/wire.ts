import { once } from 'node:events'
import { connect } from 'node:net'
import { answerReader, type WireAnswer } from './answerReader.ts'

/** A connection that writes any bytes, however wrong, and reads whatever answers come. */
export type Wire = {
  readonly isOpen: boolean
  /** Writes text as one byte a character; resolves once it has left this process, or the connection has ended. */
  write(bytes: string): Promise<void>
  /** The next answer; undefined when the connection ended without one. */
  answer(): Promise<WireAnswer | undefined>
  /** Every further answer until the connection is closed by the other side. */
  untilClosed(): Promise<WireAnswer[]>
  /** Stops reading, so that answers pile up, until `readAgain` is called. */
  stopReading(): void
  readAgain(): void
  /** Ends its sending side, and still reads. */
  finish(): void
  /** Resets the connection. */
  breakOff(): void
}

/** Connects to the server at a URL. */
export async function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
  const read = answerReader()
  const answers: WireAnswer[] = []
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const resume of waiting.splice(0)) resume()
  }
  socket.on('data', (bytes) => {
    answers.push(...read(bytes))
    wake()
  })
  socket.on('error', () => socket.destroy())
  socket.on('end', () => socket.end())
  socket.on('close', wake)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])

  async function answer(): Promise<WireAnswer | undefined> {
    while (answers.length === 0 && !socket.closed) await new Promise<void>((resolve) => waiting.push(resolve))
    return answers.shift()
  }

  return {
    get isOpen() {
      return !socket.destroyed && !socket.readableEnded
    },
    write: (bytes) => new Promise((resolve) => void socket.write(bytes, 'latin1', () => resolve())),
    answer,
    async untilClosed() {
      const all: WireAnswer[] = []
      for (let next = await answer(); next; next = await answer()) all.push(next)
      return all
    },
    stopReading: () => void socket.pause(),
    readAgain: () => void socket.resume(),
    finish: () => void socket.end(),
    breakOff: () => void socket.resetAndDestroy(),
  }
}
