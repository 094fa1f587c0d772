import { spawn } from 'node:child_process'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { got } from 'got'
import { afterwards } from '../../../fixtures/endings.ts'
import { type Greeting, greetingOf, pay } from '../../../fixtures/greeting.ts'
import { keepConnection } from '../../../fixtures/http/keptConnection.ts'
import { openProcesses } from '../../../fixtures/processes.ts'
import { reached } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

/** Sends one request; resolves with the status and the `Connection` of its answer, rejects when there is none. */
type Ask = () => Promise<string>

/** Clients that keep their connections, as their libraries do. */
const clients: Record<string, (greeting: Greeting) => Ask> = {
  'the agent of Node': ({ url }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    afterwards(() => agent.destroy())
    return async () => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(`${url}/livez`, { agent }, resolve).on('error', reject).end()
      })
      await text(answer)
      return `${answer.statusCode} ${answer.headers.connection}`
    }
  },
  'fetch, with payments': (greeting) => {
    let count = 0
    return async () => {
      count += 1
      const answer = await pay(greeting, greeting, { reference: `kept-${count}`, path: 'collect-money' })
      await answer.text()
      return `${answer.status} ${answer.headers.get('connection')}`
    }
  },
  got: ({ url }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    afterwards(() => agent.destroy())
    return async () => {
      const { statusCode, headers } = await got(`${url}/livez`, { agent: { http: agent }, retry: { limit: 0 } })
      return `${statusCode} ${headers.connection}`
    }
  },
  'http.client of Python': ({ url }) => {
    const { host } = new URL(url)
    const child = spawn('python3', ['-c', python, host], { stdio: ['pipe', 'pipe', 'inherit'] })
    afterwards(() => child.kill())
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    return async () => {
      child.stdin.write('ask\n')
      const { value: line = 'no line' } = await lines.next()
      if (/^\d/.test(line)) return line
      throw Object.assign(new Error(line), { code: line })
    }
  },
}

/** The clients' names for a connection that ended before an answer. */
const resets = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'RemoteDisconnected']

const python = `
import errno, http.client, sys
kept = http.client.HTTPConnection(sys.argv[1])
for _ in sys.stdin:
    try:
        kept.request('GET', '/livez')
        answer = kept.getresponse()
        answer.read()
        print(answer.status, answer.getheader('Connection'), flush=True)
    except OSError as error:
        print(errno.errorcode.get(error.errno, type(error).__name__), flush=True)
`

describe('102 The process: clients that keep their connections', () => {
  rule(
    '102.33',
    'while a server leaves, no request fails on a connection that its client has kept, and idle connections end in order',
    async () => {
      const gateway = openProcesses().serve({ SENTE_STOP_AFTER: '2' })
      const greeting = await greetingOf(gateway)
      const idle = await keepConnection(greeting.url)
      afterwards(idle.close)
      idle.send('/livez')
      expect(await idle.answer()).to.equal('200 keep-alive')

      const asking = Object.entries(clients).map(([name, open]) => ({ name, ...asksOnAndOn(open(greeting)) }))
      const haveAll = (how: string) => asking.every(({ answers }) => answers.some((answer) => answer.endsWith(how)))
      await reached('all are answered', () => haveAll('keep-alive'))
      gateway.child.kill('SIGTERM')
      await reached('all have new connections', () => haveAll('close'))
      for (const { name, answers, failure } of asking) {
        // A new connection is refused, or was made in the moment in which the server ceased to listen.
        expect(await failure, name).to.be.oneOf(['ECONNREFUSED', ...resets])
        const firstClose = answers.findIndex((answer) => answer.endsWith(' close'))
        const [kept, closed] = [answers.slice(0, firstClose), answers.slice(firstClose)]
        expect([...new Set(kept)], name).to.have.members([`${kept[0]?.slice(0, 3)} keep-alive`])
        expect([...new Set(closed)], name).to.have.members([`${kept[0]?.slice(0, 3)} close`])
      }
      expect(await idle.ending).to.equal('ended')
      expect(await gateway.ended).to.equal(0)
    },
  )
})

/** Sends one request after the other, until one has no answer. */
function asksOnAndOn(ask: Ask) {
  const answers: string[] = []
  async function go(): Promise<string> {
    for (;;) {
      try {
        answers.push(await ask())
      } catch (error) {
        return codeOf(error)
      }
    }
  }
  return { answers, failure: go() }
}

/** The code of an error, or of its cause. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause ? codeOf(cause) : String(error))
}
