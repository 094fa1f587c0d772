import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { test } from '../../rule.ts'
import { overMtn, settingsFor, soon, transactionOf, withNetwork } from '../scriptedNetwork.ts'
import { answerOf, strayNetwork } from './strayNetwork.ts'

const payout = transactionOf()

describe('Common to the networks: stray bytes', () => {
  const unasked = {
    'a whole answer': 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n',
    'half an answer': 'HTTP/1.1 400 Bad Re',
    'a provisional answer': 'HTTP/1.1 103 Early Hints\r\n\r\n',
    'a byte': '\n',
  }
  test('an idle connection with stray bytes is closed at once, and another one is used', {
    ...Object.fromEntries(
      Object.entries(unasked).map(([name, bytes]) => [
        name,
        () =>
          withNetwork({}, async (network) => {
            const provider = overMtn(network.settings)
            await provider.payOut(payout, soon())
            const used = network.connections.at(-1) as Socket
            used.write(bytes)
            if (!used.closed) await once(used, 'close')
            expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'accepted')
            expect(network.connections.at(-1)).not.to.equal(used)
          }),
      ]),
    ),
  })

  const early = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'
  test('bytes that arrive before, after or between answers do not count as one', {
    'before any request': () =>
      withNetwork({}, async (network) => {
        const provider = overMtn(network.settings)
        await provider.enquire(payout)
        const used = network.connections.at(-1) as Socket
        used.cork()
        used.write(early)
        used.uncork()
        // Written at once, while those bytes are on their way.
        expect(await provider.payOut(payout, soon())).not.to.have.property('outcome', 'declined')
      }),
    'a second answer right behind the first': () => saidTo(early, ['accepted', 'accepted', 'accepted']),
    'the first half of a second answer right behind the first, and the other half before the next': () =>
      saidTo(early.slice(0, 20), ['accepted', 'inDoubt', 'accepted'], early.slice(20)),
    'a provisional answer': () => saidTo('', ['accepted', 'accepted'], 'HTTP/1.1 100 Continue\r\n\r\n'),
    'a switch to another protocol': () =>
      withNetwork(
        {
          submission: () => (response) =>
            void response.socket?.write('HTTP/1.1 101 Switch\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
        },
        async (network) => {
          const { settings } = network
          const provider = overMtn({ ...settings, answerMs: 300 })
          expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'inDoubt')
        },
      ),
  })
})

/** Submits to a network that accepts everything, and sends `behind` after the first answer and `before` before the second. */
async function saidTo(behind: string, outcomes: readonly string[], before = '') {
  let nth = 0
  const network = await strayNetwork(
    {
      answer({ head }) {
        if (/token\/ /.test(head)) return answerOf(200, { access_token: 'token-1', expires_in: 3600 })
        nth += 1
        return `${nth === 2 ? before : ''}${answerOf(202)}${nth === 1 ? behind : ''}`
      },
    },
    [0],
  )
  try {
    const provider = overMtn(settingsFor(network.baseUrl))
    const seen: string[] = []
    for (const _ of outcomes) seen.push((await provider.payOut(payout, soon())).outcome)
    expect(seen).to.deep.equal(outcomes)
  } finally {
    await network.close()
  }
}
