import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { accountQueues } from '../../../../adapters/http/caller/accountQueues.ts'
import { requestScheduler } from '../../../../adapters/http/server/requestScheduler.ts'
import type { Sender } from '../../../../adapters/http/server/senderConnections.ts'
import { rule } from '../../../rule.ts'
import { busy, sender, turnCount } from './atWork.ts'

/** A request of an account with a client that still waits. */
const of = (accountId: string) => ({ state: { accountId }, req: { socket: { destroyed: false } } })

describe('14 Neighbours: turns', () => {
  rule('14.1', 'no two look-ups begin in the same turn of the event loop', async () => {
    const [queued, turn] = [accountQueues(), turnCount()]
    const begun: number[] = []
    const lookUp = async () => void begun.push(turn.count())
    await Promise.all(
      ['a', 'b', 'c'].flatMap((account) => Array.from({ length: 20 }, () => queued(of(account), lookUp))),
    )
    turn.end()
    expect(begun).to.have.length(60)
    expect(new Set(begun).size).to.equal(60)
  })

  rule('14.2', 'a look-up during another account’s burst does not wait for the whole burst', async () => {
    const queued = accountQueues()
    let done = 0
    const lookUp = async () => {
      done += 1
      return done
    }
    const burst = Array.from({ length: 100 }, () => queued(of('a'), lookUp))
    await setImmediate()
    expect(await queued(of('b'), lookUp)).to.be.lessThan(10)
    await Promise.all(burst)
  })

  rule(
    '14.3',
    'few of many requests at once are begun in a turn, and a client with fewer of them is served in between',
    {
      'two keys': async () => {
        expect(await begunBefore(sender('n', 'b'), () => sender('n', 'a'))).to.be.lessThan(10)
      },
      'a client network that tries many keys': async () => {
        expect(await begunBefore(sender('m', 'b'), (nth) => sender('n', `a-${nth}`))).to.be.lessThan(10)
      },
    },
  )
})

/** The number of 500 requests that were begun before a later one. */
async function begunBefore(last: Sender, senderOf: (nth: number) => Sender): Promise<number> {
  const takeTurns = requestScheduler()
  let begun = 0
  const request = () => {
    begun += 1
    busy()
  }
  for (let nth = 0; nth < 500; nth += 1) takeTurns({ socket: new Socket() }, request, () => senderOf(nth))
  return new Promise((resolve) =>
    takeTurns(
      { socket: new Socket() },
      () => resolve(begun),
      () => last,
    ),
  )
}
