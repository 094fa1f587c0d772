import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { fund, fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { aFunding, anAccount } from '../../../contracts/kit/records.ts'
import { rule, table } from '../../../rule.ts'
import { withFlushByHand } from '../../../sqlite/flushes/flushByHand.ts'

/** Counts the promises that are fulfilled. */
function fulfilled(promises: readonly Promise<unknown>[]): () => number {
  let count = 0
  for (const one of promises)
    void one.then(() => {
      count += 1
    })
  return () => count
}

describe('14 Neighbours: writes', () => {
  rule(
    '14.30',
    'a step waits for at most eight earlier steps of each other account, and steps of one account alone share a transaction',
    table(
      ['steps of one account', 'of another', 'done first'],
      [
        [7, 1, 8],
        [8, 1, 9],
        [9, 1, 9],
        [63, 1, 9],
        [63, 0, 63],
        [65, 0, 64],
      ],
      (many, few, together) =>
        withFlushByHand(async ({ store, takeOver, begun, endAll }) => {
          const [{ account }, { account: other }] = [await fundedAccount(store), await fundedAccount(store)]
          takeOver()
          const steps = Array.from({ length: many }, () => fund(store, aFunding(account.id)))
          const others = Array.from({ length: few }, () => fund(store, aFunding(other.id)))
          const [done, othersDone] = [fulfilled([...steps, ...others]), fulfilled(others)]
          const flush = await begun()
          flush.end()
          while (done() === 0) await setImmediate()
          await setImmediate()
          expect([done(), othersDone()]).to.deep.equal([together, few])
          endAll()
          await Promise.all([...steps, ...others])
        }),
    ),
  )

  rule(
    '14.31',
    'a step that waits beside many other writes shares the next transaction with eight of them',
    table(
      ['other writes', 'done first'],
      [
        [7, 8],
        [8, 9],
        [9, 9],
        [100, 9],
      ],
      (many, together) =>
        withFlushByHand(async ({ store, takeOver, begun, endAll }) => {
          const { account } = await fundedAccount(store)
          takeOver()
          const earlier = fund(store, aFunding(account.id))
          const running = await begun()
          const writes = Array.from({ length: many }, () => store.accounts.add(anAccount()))
          const step = fund(store, aFunding(account.id))
          const [done, stepDone] = [fulfilled([...writes, step]), fulfilled([step])]
          running.end()
          await earlier
          const flush = await begun()
          flush.end()
          while (done() === 0) await setImmediate()
          await setImmediate()
          expect([done(), stepDone()]).to.deep.equal([together, 1])
          endAll()
          await Promise.all(writes)
        }),
    ),
  )
})
