import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterwards } from '../../../fixtures/endings.ts'
import { selfSigned } from '../../../fixtures/selfSigned.ts'

/** A mail that the server has received. */
export type ReceivedMail = {
  readonly to: readonly string[]
  readonly subject: string
  /** The code in its header. */
  readonly language: string
  readonly text: string
}

/** A command of SMTP that a mail consists of. */
export type Command = 'MAIL' | 'RCPT' | 'DATA'

/**
 * A mail server on this machine. It receives every mail, unless it answers otherwise or loses its connections. Its users
 * sign in with “the password”, and its certificate is of another name.
 */
export async function openMailServer({ signIn = false, tls = false } = {}) {
  const mails: ReceivedMail[] = []
  let answer: string | undefined
  let answeredAt: Command = 'DATA'
  let tries = 0
  /** Accepts a command before the text, unless it is to be answered otherwise. */
  const command = (at: Command) => (_address: unknown, _session: unknown, callback: (error?: Error | null) => void) =>
    callback(answer !== undefined && answeredAt === at ? errorOf(answer) : null)
  const server = new SMTPServer({
    ...(tls && selfSigned('other.example')),
    authOptional: !signIn,
    allowInsecureAuth: true,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(signIn ? [] : ['AUTH'])],
    onAuth({ username, password }, _session, callback) {
      if (password === 'the password') callback(null, { user: username })
      else callback(new Error('Invalid username or password'))
    },
    disableReverseLookup: true,
    onMailFrom: command('MAIL'),
    onRcptTo: command('RCPT'),
    onData(stream, session, callback) {
      tries += 1
      buffer(stream).then((raw) => {
        const isPutOff = answer !== undefined && answer !== 'lost'
        if (!isPutOff) mails.push(read(raw, session.envelope.rcptTo))
        if (answer === undefined) return callback()
        // The text has arrived by now, but the client never learns it.
        if (answer === 'lost') return closeAll()
        return callback(errorOf(answer))
      }, callback)
    },
  })
  function closeAll(): void {
    for (const { _socket } of server.connections as Iterable<{ _socket: { destroy(): void } }>) _socket.destroy()
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    tried: () => tries,
    /** Answers a command with a status and a text, or with “lost” ends the connection after the text. */
    answers(given: string | undefined, at: Command = 'DATA') {
      answer = given
      answeredAt = at
      tries = 0
    },
  }
}

function errorOf(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

function read(raw: Buffer, to: readonly { readonly address: string }[]): ReceivedMail {
  const [head = '', ...body] = raw.toString().split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(lines)?.[1]?.trim() ?? ''
  const text = Buffer.from(body.join(''), 'base64').toString().replace(/\r\n/g, '\n')
  const language = header('Content-Language')
  return { to: to.map(({ address }) => address), subject: decoded(header('Subject')), language, text }
}

/** A header’s text with its encoded words of RFC 2047. */
function decoded(text: string): string {
  const word = /=\?UTF-8\?([BQ])\?([^?]*)\?=(?:\s+(?==\?))?/gi
  const bytes = text.replace(word, (_, kind: string, encoded: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(encoded, 'base64').toString('latin1')
      : encoded
          .replaceAll('_', ' ')
          .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
