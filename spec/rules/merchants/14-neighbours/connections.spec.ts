import { once } from 'node:events'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { requestScheduler } from '../../../../adapters/http/server/requestScheduler.ts'
import { senderConnections } from '../../../../adapters/http/server/senderConnections.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'
import { busy, sender, turnCount } from './atWork.ts'

describe('14 Neighbours: connections', () => {
  rule(
    '14.15',
    'a turn of the event loop begins as many waiting requests as there are senders, four at most',
    table(
      ['senders', 'begun in a turn'],
      [
        [1, 1],
        [3, 3],
        [4, 4],
        [5, 4],
      ],
      async (senders, inTurn) => {
        const [takeTurns, turn] = [requestScheduler(), turnCount()]
        const begun: number[] = []
        const request = () => void begun.push(turn.count())
        takeTurns(
          { socket: new Socket() },
          () => busy(2),
          () => sender('n', 'first'),
        )
        for (let nth = 0; nth < 20 * senders; nth += 1)
          takeTurns({ socket: new Socket() }, request, () => sender('n', `${nth % senders}`))
        while (begun.length < 20 * senders) await setImmediate()
        turn.end()
        const counts = new Map<number, number>()
        for (const nth of begun) counts.set(nth, (counts.get(nth) ?? 0) + 1)
        expect(Math.max(...counts.values())).to.equal(inTurn)
      },
    ),
  )

  rule(
    '14.16',
    'while 64 requests of a sender wait, none of its connections is read; the connections of others are',
    table(
      ['waiting', 'is read'],
      [
        [63, true],
        [64, false],
        [65, false],
      ],
      (waiting, isRead) => {
        const counts: Record<string, number> = { a: 0, b: 8 }
        const { wait } = senderConnections(({ key }) => counts[key] ?? 0)
        const [idle, newest, other] = [new Socket(), new Socket(), new Socket()]
        wait(sender('n', 'b'), other)
        wait(sender('n', 'a'), idle)
        counts.a = waiting
        wait(sender('n', 'a'), newest)
        expect([idle.isPaused(), newest.isPaused()]).to.deep.equal([!isRead, !isRead])
        expect(other.isPaused()).to.equal(false)
      },
    ),
  )

  rule('14.17', 'its connections are read again, as many as there is room for among 64 waiting requests', {
    'one after the other': () => {
      let waiting = 64
      const { wait, readOn } = senderConnections(() => waiting)
      const sockets = Array.from({ length: 64 }, () => new Socket())
      for (const socket of sockets) wait(sender('n', 'a'), socket)
      const read = () => sockets.filter((socket) => !socket.isPaused()).length
      expect([readOn(), read()]).to.deep.equal([true, 0])
      waiting = 63
      expect([readOn(), read()]).to.deep.equal([true, 1])
      waiting = 0
      expect([readOn(), read()]).to.deep.equal([false, 64])
    },
    'one with another key': () => {
      const { wait } = senderConnections(({ key }) => (key === 'a' ? 64 : 8))
      const [moved, stays] = [new Socket(), new Socket()]
      for (const socket of [moved, stays]) wait(sender('n', 'a'), socket)
      wait(sender('n', 'b'), moved)
      expect([moved.isPaused(), stays.isPaused()]).to.deep.equal([false, true])
    },
  })

  rule(
    '14.18',
    'at most a hundred requests of a burst over used connections are read before they are answered; a proxy’s are all read',
    table(
      ['header', 'is bounded'],
      [
        ['Accept: */*', true],
        ['X-Forwarded-For: 192.0.2.1', false],
      ],
      async (header, isBounded) => {
        const burst = await burstOf(await overHttp(), 400, header)
        await burst()
        expect((await burst()) <= 100).to.equal(isBounded)
      },
    ),
  )
})

/**
 * Sends a request over each of this many connections; resolves, once all are answered, with the highest number of
 * unanswered ones.
 */
async function burstOf({ socket, server }: Api, count: number, header: string): Promise<() => Promise<number>> {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  const sockets = Array.from({ length: count }, socket)
  while (accepted < count) await setImmediate()
  let [unanswered, most] = [0, 0]
  server.on('request', (_, res) => {
    unanswered += 1
    most = Math.max(most, unanswered)
    res.once('finish', () => {
      unanswered -= 1
    })
  })
  return async () => {
    most = 0
    const answers = sockets.map((one) => once(one, 'data'))
    for (const one of sockets) one.write(`GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
    await Promise.all(answers)
    return most
  }
}
