import { fundedAccount, inStep } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const dayMs = 24 * 3_600_000

/** Rule 203.57: the clock of a step. */
export const time: Facts<Store> = {
  async '203.57 a step has its caller’s time, or the time of one clock for all callers'(store) {
    const { account } = await fundedAccount(store)
    const about = { accountId: account.id, currency: 'UGX' }
    const seenBy = (callersMs: number) => inStep(store, about, (work) => work.nowMs(callersMs))
    const seen = [await seenBy(0), await seenBy(dayMs)]
    const isOwn = seen.every((ms) => Math.abs(ms - Date.now()) < dayMs)
    if (!isOwn) equal(seen, [0, dayMs], 'the times of two steps, in milliseconds, far from the present')
  },
}
