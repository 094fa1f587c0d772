import type { Balance, DayCount, PinCount, Prompt, Refunded } from '../../../../core/sente.ts'
import { batched, type Faults, firstSeen, spoilingSteps } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

/** Books with one fault each, by the rules 203.17 to 203.19, 203.53 to 203.56, 203.65 to 203.67, 203.75, 203.76 and 203.81: many steps at once. */
export const faultsOfAtOnce: Faults<Store> = {
  '203.17': spoilingSteps('from its 101st step on, a batch takes from the balance that its first step saw', () => {
    const batch = batched(() => ({ steps: 0, seen: undefined as Balance | undefined }))
    return {
      step(work, { account, currency }) {
        const shared = batch()
        const before = work.ledger.balance(account, currency)
        shared.seen ??= before
        shared.steps += 1
        if (shared.steps <= 100) return {}
        const seen = shared.seen
        return {
          ledger: {
            balance: () => seen,
            post(posting) {
              if (before.availableMinor >= posting.amountMinor) work.ledger.post(posting)
            },
          },
        }
      },
    }
  }),
  '203.18': spoilingSteps('a step does not see the references that were used in its batch', () => {
    const batch = batched(() => new Set<string>())
    return {
      step(work) {
        const opened = batch()
        const own = new Set<string>()
        return {
          record(transaction) {
            work.record(transaction)
            opened.add(transaction.id)
            own.add(transaction.id)
          },
          references: {
            usedBy(accountId, reference) {
              const id = work.references.usedBy(accountId, reference) ?? ''
              return id === '' || (opened.has(id) && !own.has(id)) ? undefined : id
            },
          },
        }
      },
    }
  }),
  '203.19': spoilingSteps('a step does not see the wrong PINs that were counted in its batch', () => {
    const batch = batched(() => new Map<string, PinCount | undefined>())
    return {
      step(work, { account }) {
        const counts = batch()
        if (!counts.has(account)) counts.set(account, work.pinCount())
        let count = counts.get(account)
        return {
          pinCount: () => count,
          countPin(next) {
            count = next
            work.countPin(next)
          },
        }
      },
    }
  }),
  '203.53': spoilingSteps('the prompts of a phone number show to all others', () => {
    let latest: readonly Prompt[] = []
    return {
      step: (work, { phoneNumber }) => ({
        prompts: () => (phoneNumber === '256770000002' ? latest : work.prompts()),
        keepPrompts(prompts) {
          latest = prompts
          work.keepPrompts(prompts)
        },
      }),
    }
  }),
  '203.54': spoilingSteps('a payment that was never sent counts as a prompt that has ended', () => {
    const kept = new Map<string, readonly Prompt[]>()
    return {
      step: (work, { phoneNumber = '' }) => ({
        prompts() {
          const seen = new Map(work.prompts().map((prompt) => [prompt.transactionId, prompt]))
          return (kept.get(phoneNumber) ?? []).map((one) => seen.get(one.transactionId) ?? { ...one, isOpen: false })
        },
        keepPrompts(prompts) {
          if (prompts.length > 0) kept.set(phoneNumber, prompts)
          work.keepPrompts(prompts)
        },
      }),
    }
  }),
  '203.55': spoilingSteps('a step without changes is remembered at once', () => {
    const emptied = new Set<string>()
    return {
      step: (work, { phoneNumber = '' }) => ({
        prompts: () => (emptied.has(phoneNumber) ? [] : work.prompts()),
        keepPrompts(prompts) {
          if (prompts.length === 0) emptied.add(phoneNumber)
          work.keepPrompts(prompts)
        },
      }),
    }
  }),
  '203.56': spoilingSteps('steps at once see the prompts that the first of them saw', () => {
    const first = firstSeen<readonly Prompt[]>()
    return { step: (work) => ({ prompts: () => first(work.prompts) }) }
  }),
  '203.65': spoiling('the days of all currencies are the day of the first one', (good) => ({
    async dayCounts(accountId) {
      const days = await good.dayCounts(accountId)
      return days.map(() => days[0] as DayCount)
    },
  })),
  '203.66': spoilingSteps('a count is remembered at once', () => {
    const counted = new Map<string, DayCount>()
    return {
      step: (work, { account, currency }) => ({
        dayCount: () => counted.get(`${account} ${currency}`) ?? work.dayCount(),
        countDay(count) {
          if (count.collections === 99n) counted.set(`${account} ${currency}`, count)
          work.countDay(count)
        },
      }),
    }
  }),
  '203.67': spoilingSteps('steps at once see the day that the first of them saw', () => {
    const first = firstSeen<DayCount | undefined>()
    return { step: (work) => ({ dayCount: () => first(work.dayCount) }) }
  }),
  '203.75': spoilingSteps('a small refund is not counted', () => ({
    step: (work) => ({
      refunded: () => ({ ...work.refunded(), minor: (work.refunded().minor / 100n) * 100n }),
    }),
  })),
  '203.76': spoilingSteps('steps at once see the refunds before the first of them', () => {
    const first = firstSeen<Refunded>()
    return { step: (work) => ({ refunded: () => first(work.refunded) }) }
  }),
  '203.81': spoilingSteps('a refund does not see that its collection was taken back', () => ({
    step: (work, { refundOf }) => ({
      transaction(id) {
        const found = work.transaction(id)
        return found && id === refundOf ? { ...found, isTakenBack: false } : found
      },
    }),
  })),
}
