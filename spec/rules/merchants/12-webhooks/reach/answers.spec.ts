import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { useFakeTimers } from 'sinon'
import { addressFinder } from '../../../../../adapters/providers/transport/names/findAddresses.ts'
import { type Posted, poster } from '../../../../../adapters/webhooks/post.ts'
import { selfSigned } from '../../../../fixtures/selfSigned.ts'
import { openNameServer } from '../../../../networks/nameServer.ts'
import { rule } from '../../../../rule.ts'
import { loopback } from '../openDeliveries.ts'
import { ok, openReceiver } from '../receiver.ts'

const message = { headers: {}, body: Buffer.from('{}') }

/** The result of posting to a URL. */
async function postedTo(url: string, timeoutMs = 50_000, servers?: readonly string[]): Promise<Posted> {
  const find = addressFinder(servers && { servers, hostsPath: '/nowhere' })
  const { post, close } = poster({ find, allowed: loopback(), plain: true, timeoutMs })
  try {
    return await post(url, message)
  } finally {
    close()
  }
}

/** The result of posting to a server that sends a text once, or repeatedly, some 4 KiB at a time. */
async function postedToSender(text: string, { isOnce = false } = {}): Promise<Posted> {
  const part = isOnce ? text : text.repeat(Math.ceil(4_096 / text.length))
  const send = (socket: Socket) => {
    while (socket.writable && socket.write(part) && !isOnce);
    if (!isOnce) socket.once('drain', () => send(socket))
  }
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => send(socket)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    return await postedTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.close()
  }
}

const unread = { status: null, problem: 'its answer could not be read' }

describe('12 Webhooks: answers', () => {
  rule('12.39', 'every byte from an endpoint is counted, and too many end its connection', {
    ...Object.fromEntries(
      [
        ['answers before the answer, without end', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
        ['empty answers before the answer, without end', 'HTTP/1.1 100 Continue\r\n\r\n'],
        ['headers without end', `X-${'y'.repeat(100)}: 1\r\n`],
      ].map(([name, text = '']) => [
        name,
        async () => {
          const posted = await postedToSender(name?.startsWith('headers') ? `HTTP/1.1 200 OK\r\n${text}` : text)
          expect(posted).to.include(unread)
          expect(posted.cause).not.to.equal('it took too long')
        },
      ]),
    ),
    'nine answers before the answer': async () => {
      const posted = await postedToSender(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(9)}${good}`, { isOnce: true })
      expect(posted).to.include({ ...unread, cause: 'it sent too much before its answer' })
    },
    'eight of them': async () => {
      const posted = await postedToSender(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(8)}${good}`, { isOnce: true })
      expect(posted).to.include({ status: 204, problem: null })
    },
    'a body in chunks with long extensions': async () => {
      const posted = await postedToSender(
        `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${`1;${'x'.repeat(10_000)}\r\ny\r\n`.repeat(100)}0\r\n\r\n`,
        { isOnce: true },
      )
      expect(posted).to.include({ status: 200, problem: null })
      expect(posted.answer.length).to.be.lessThan(20)
    },
    'a body in single bytes': async () => {
      const receiver = await openReceiver(async (response) => {
        response.writeHead(200).flushHeaders()
        response.socket?.setNoDelay(true)
        for (let byte = 0; byte < 600 && !response.destroyed; byte += 1) {
          response.write('.')
          await setImmediate()
        }
        response.end()
      })
      const posted = await postedTo(receiver.url)
      expect(posted).to.include({ status: 200, problem: null })
      expect(posted.answer.length).to.be.lessThan(300)
    },
    'a switch to another protocol, and bytes in it': async () => {
      const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
      expect(await postedToSender(`${head}${'z'.repeat(100_000)}`)).to.include({ status: 101 })
    },
    'a switch that names no protocol': async () => {
      const posted = await postedToSender(`HTTP/1.1 101 Switching Protocols\r\n\r\n${'z'.repeat(100_000)}`)
      expect(posted).to.include({ status: 101, problem: 'it answered 101' })
    },
  })

  rule('12.40', 'one of three messages tells a merchant that there was no answer', {
    'a name that does not exist': () =>
      withNames(async (servers) => {
        expect(await postedTo('http://unknown.example/', undefined, servers)).to.include(unreached)
      }),
    'a name of the operator’s own network': () =>
      withNames(async (servers) => {
        expect(await postedTo('http://private.example/', undefined, servers)).to.include(unreached)
      }),
    'a name whose name server is silent': () =>
      withNames(async (servers) => {
        expect(await postedTo('http://silent.example/', 100, servers)).to.include(unreached)
      }),
    'a port without a listener': async () => {
      const receiver = await openReceiver()
      await receiver.close()
      const posted = await postedTo(receiver.url)
      expect(posted).to.include(unreached)
      expect(posted.cause).to.contain('ECONNREFUSED')
    },
    'a certificate that is not trusted': async () => {
      const receiver = await openReceiver(ok, selfSigned('localhost'))
      expect(await postedTo(receiver.url)).to.include(unreached)
    },
    'a port that does not speak TLS': async () => {
      const receiver = await openReceiver()
      expect(await postedTo(receiver.url.replace('http:', 'https:'))).to.include(unreached)
    },
    'a port that never answers to TLS': async () => {
      const server = createServer()
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      expect(await postedTo(`https://127.0.0.1:${port}/`, 100)).to.include(unreached)
      server.close()
    },
    'no answer': async () => {
      const timers = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const receiver = await openReceiver(() => timers.tick(15_000))
        expect(await postedTo(receiver.url, 15_000)).to.include({ status: null, problem: 'no answer within 15 s' })
      } finally {
        timers.restore()
      }
    },
    'an answer that is not HTTP': async () => {
      expect(await postedToSender('SSH-2.0-OpenSSH_9.6\r\n', { isOnce: true })).to.include(unread)
    },
  })
})

const good = 'HTTP/1.1 204 No Content\r\n\r\n'

const unreached = { status: null, problem: 'it could not be reached' }

async function withNames(act: (servers: readonly string[]) => Promise<void>): Promise<void> {
  const { address } = await openNameServer((name) => {
    if (name === 'silent.example') return undefined
    return name === 'private.example' ? ['10.0.0.5'] : 'unknown'
  })
  await act([address])
}
