import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * A merchant's kept-alive connection, for one request at a time. It is as cheap as possible, because Node's own client
 * costs more.
 */
export type Connection = {
  readonly isOpen: boolean
  /** Writes a request. Calls `answered` with the status once the whole answer has arrived, or with 0 when none came. */
  send(request: string, answered: (status: number) => void): void
  close(): void
}

/** Connects to the server at a URL. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return overSocket(socket)
}

function overSocket(socket: Socket): Connection {
  let received = ''
  let answered: ((status: number) => void) | undefined
  const end = (status: number) => {
    const report = answered
    received = ''
    answered = undefined
    report?.(status)
  }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    if (isWhole(received)) end(Number(received.slice(9, 12)))
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => end(0))
  return {
    get isOpen() {
      return !socket.destroyed
    },
    send(request, report) {
      answered = report
      if (socket.destroyed) end(0)
      else socket.write(request, 'latin1')
    },
    close: () => socket.destroy(),
  }
}

/** Whether a response is complete, by its `Content-Length`. */
function isWhole(text: string): boolean {
  const body = text.indexOf('\r\n\r\n') + 4
  if (body < 4) return false
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? []
  if (length === undefined) throw new Error('the server answered without a Content-Length')
  return text.length - body >= Number(length)
}
