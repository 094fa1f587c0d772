import { type FourEyes, isRefusal } from '../../../../core/sente.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'

/** Four eyes above UGX 5,000, and for these kinds. */
export function twoAbove(
  mostMinor: bigint,
  ...kinds: FourEyes['kinds'] extends ReadonlySet<infer Kind> ? Kind[] : never
) {
  return { kinds: new Set(kinds), amountsMinor: new Map([['UGX', mostMinor]]) } satisfies FourEyes
}

/** Two operators, each in their own browser, beside an account with UGX 100,000. */
export async function openDesk(fourEyes?: FourEyes) {
  const dashboard = await openDashboard({}, fourEyes && { fourEyes })
  const { ports, pay, userOf, clock, network, sweep } = dashboard
  /** Payouts that need attention, of these amounts. */
  async function inDoubt(...amounts: readonly number[]) {
    const ids: string[] = []
    for (const amount of amounts) {
      ids.push((await pay('accepts', { reference: `doubt-${ids.length + 1}`, amount })).id)
    }
    network.answersEnquiry({ outcome: 'mismatch', because: 'another amount' })
    clock.forwardMs(15 * minuteMs)
    await sweep()
    return ids as [string, ...string[]]
  }
  const [nakato, okot] = [await userOf('operator', 'nakato'), await userOf('operator', 'okot')]
  /** Lets time pass while both keep their sessions. */
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 1_000_000) {
      clock.forwardMs(Math.min(left, 1_000_000))
      await Promise.all([nakato, okot].map(({ get }) => get('/me')))
    }
  }
  return {
    ...dashboard,
    ...{ nakato, okot, inDoubt, pass },
    actions: async () => (await ports.actions.list({ limit: 100 })).actions,
    async payment(id: string) {
      const found = await ports.books.transaction(id)
      if (!found) throw new Error(`no payment ${id}`)
      return found
    },
    /** The numbers of the proposals that the list shows. */
    async proposals() {
      const { body } = await okot.get('/operator/proposals')
      return [...body.matchAll(/href="\/operator\/proposals\/(\d+)"/g)].map(([, number]) => Number(number))
    },
    must<T extends object>(done: T) {
      if (isRefusal(done)) throw new Error(JSON.stringify(done))
      return done as Exclude<T, { refused: string }>
    },
  }
}
