import { eventTypeOf, type ReferredPosting } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingEvents } from './spoiling.ts'

/** Books with one fault each, by the rules 203.41 to 203.44, 203.47 to 203.51 and 203.58: events and statements. */
export const faultsOfEvents: Faults<Store> = {
  '203.41': spoilingEvents('a withdrawal has the event of a funding', async (good, query) => {
    const { events, last } = await good.events(query)
    const reported = events.map((row) =>
      'funding' in row ? { ...row, funding: { ...row.funding, kind: 'fund' as const } } : row,
    )
    return { events: reported, last }
  }),
  '203.42': spoiling('a step that throws takes the sequence with it', (good) => {
    const taken = new Map<string, number>()
    return {
      async atomically(scope, step) {
        try {
          return await good.atomically(scope, step)
        } catch (error) {
          taken.set(scope.account, (taken.get(scope.account) ?? 0) + 1)
          throw error
        }
      },
      async events(query) {
        const { events, last } = await good.events(query)
        const gap = taken.get(query.accountId) ?? 0
        const reported = events.map(({ event, ...row }) => {
          const sequence = event.sequence > 1 ? event.sequence + gap : event.sequence
          return { ...row, event: { ...event, sequence } } as (typeof events)[number]
        })
        return { events: reported, last }
      },
    }
  }),
  '203.43': spoilingEvents('a page begins with the last event of the one before it', (good, query) =>
    good.events({ ...query, after: Math.max(0, query.after - 1) }),
  ),
  '203.44': spoilingEvents('an account has no more than a hundred events', async (good, query) => {
    const { events, last } = await good.events(query)
    return { events: events.slice(0, 100), last }
  }),
  '203.58': spoiling('a page of a type ends with the hundredth event that was looked at', (good) => ({
    async events({ type, ...query }) {
      if (type === undefined) return good.events(query)
      const { events, last } = await good.events({ ...query, limit: 100 })
      return { events: events.filter((row) => eventTypeOf(row) === type).slice(0, query.limit), last }
    },
  })),
  '203.47': spoiling('a statement has the id that a payout is sent under, not its reference', (good) => ({
    async statement(query) {
      const rows = await good.statement(query)
      const postings = rows?.postings.map((row) =>
        'transaction' in row.posting.cause ? { ...row, reference: row.posting.cause.transaction } : row,
      )
      return rows && { ...rows, postings: postings ?? [] }
    },
  })),
  '203.48': spoiling('a statement in a currency goes on wherever another one ended', (good) => ({
    async statement({ after, ...query }) {
      const rows = await good.statement({ ...query, ...(after !== undefined && { after }) })
      return rows ?? (query.currency === 'RWF' ? good.statement(query) : undefined)
    },
  })),
  '203.49': spoiling('a posting after a later one is left out of its period', (good) => ({
    async statement(query) {
      const rows = await good.statement(query)
      const isLate = ({ posting }: ReferredPosting, index: number) => {
        const before = rows?.postings[index - 1]?.posting
        return before?.atMs === posting.atMs && before.amountMinor > posting.amountMinor
      }
      if (!rows || query.fromMs === undefined) return rows
      return { ...rows, postings: rows.postings.filter((row, index) => !isLate(row, index)) }
    },
  })),
  '203.50': spoiling('the balance before a line is only known for the first two hundred', (good) => ({
    async statement(query) {
      const rows = await good.statement(query)
      const isFar = (rows?.opening.availableMinor ?? 0n) > 120_000n
      return rows && isFar ? { ...rows, opening: { availableMinor: 0n, heldMinor: 0n } } : rows
    },
  })),
  '203.51': spoilingEvents('the last event is the last one of the page', async (good, query) => {
    const { events } = await good.events(query)
    return { events, last: events.at(-1)?.event.sequence ?? query.after }
  }),
}
