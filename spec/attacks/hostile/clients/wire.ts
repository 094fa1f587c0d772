import { once } from 'node:events'
import { connect } from 'node:net'
import { answerReader, type WireAnswer } from './answerReader.ts'

/** A connection that writes any bytes, however wrong, and reads whatever answers come. */
export type Wire = Awaited<ReturnType<typeof openWire>>

/** Connects to the server at a URL. */
export async function openWire(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
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
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])

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
