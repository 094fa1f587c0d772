import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { accountQueues } from '../../../adapters/http/caller/accountQueues.ts'
import { turns } from '../../../adapters/http/server/turns.ts'
import { rule } from '../../rule.ts'

/** Counts the turns of the event loop until it is told to end. */
function turnCount() {
  let [count, isOver] = [0, false]
  void (async () => {
    while (!isOver) {
      await setImmediate()
      count += 1
    }
  })()
  return { count: () => count, end: () => (isOver = true) }
}

/** A request of an account, whose client still waits. */
const of = (accountId: string) => ({ state: { accountId }, req: { socket: { destroyed: false } } })

/** Keeps the processor busy for a moment. */
function busy() {
  const untilMs = performance.now() + 0.2
  while (performance.now() < untilMs);
}

describe('55 Neighbours: turns', () => {
  rule('55.1', 'no two look-ups begin in the same turn of the event loop', async () => {
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

  rule('55.2', 'a look-up that comes while another account’s burst is looked up is not behind the burst', async () => {
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

  rule('55.3', 'of requests that come at once few are begun in a turn, and whoever sent fewer is served between them', {
    'two keys': async () => {
      expect(await begunBefore({ network: 'n', key: 'b' }, () => ({ network: 'n', key: 'a' }))).to.be.lessThan(10)
    },
    'a client network that tries many keys': async () => {
      const sender = (nth: number) => ({ network: 'n', key: `a-${nth}` })
      expect(await begunBefore({ network: 'm', key: 'b' }, sender)).to.be.lessThan(10)
    },
  })
})

/** How many of 500 requests were begun before another one that came last. */
async function begunBefore(
  last: { network: string; key: string },
  senderOf: (nth: number) => { network: string; key: string },
): Promise<number> {
  const takeTurns = turns()
  let begun = 0
  const request = () => {
    begun += 1
    busy()
  }
  for (let nth = 0; nth < 500; nth += 1) takeTurns(request, () => senderOf(nth))
  return new Promise((resolve) =>
    takeTurns(
      () => resolve(begun),
      () => last,
    ),
  )
}
