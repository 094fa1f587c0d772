import type { DayCount } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { batched, spoiling, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.65 to 203.67. */
export const faultsOfDayCounts: Faults<Store> = {
  '203.65': spoiling('the days of all currencies are that of the first one', (good) => ({
    async dayCounts(accountId) {
      const days = await good.dayCounts(accountId)
      return days.map(() => days[0] as DayCount)
    },
  })),
  '203.66': spoilingSteps('what is counted is remembered at once', () => {
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
    const batch = batched(() => ({ seen: undefined as { day: DayCount | undefined } | undefined }))
    return {
      step: (work) => ({
        dayCount() {
          const shared = batch()
          shared.seen ??= { day: work.dayCount() }
          return shared.seen.day
        },
      }),
    }
  }),
}
