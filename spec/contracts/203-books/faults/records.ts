import { type Acting, type Annotation, type ChangedBooks, exchangesIn, type Snapshot } from '../../../../core/sente.ts'
import { type Faults, shared, spoilingIn, spoilingSteps } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingSnapshots } from './spoiling.ts'

const spoilingAccounts = spoilingIn<Store, 'accounts'>('accounts')
const spoilingActions = spoilingIn<Store, 'actions'>('actions')
const spoilingCases = spoilingIn<Store, 'cases'>('cases')
const spoilingChannelStops = spoilingIn<Store, 'channelStops'>('channelStops')

/** Books with one fault each, by the rules 203.20 to 203.22, 203.34 to 203.40, 203.59 to 203.64, 203.68 to 203.74, 203.77, 203.78 and 203.82: records. */
export const faultsOfRecords: Faults<Store> = {
  '203.20': spoilingSteps('a snapshot shows the balances with later fundings', (good) => {
    const funded = new Map<string, bigint>()
    return {
      step: (work) => ({
        fund(funding) {
          work.fund(funding)
          funded.set(funding.accountId, (funded.get(funding.accountId) ?? 0n) + funding.amountMinor)
        },
      }),
      books: {
        snapshot(read) {
          const before = new Map(funded)
          const since = (accountId: string) => (funded.get(accountId) ?? 0n) - (before.get(accountId) ?? 0n)
          async function* balances(moment: Snapshot) {
            for await (const row of moment.balances())
              yield { ...row, availableMinor: row.availableMinor + since(row.accountId) }
          }
          return good.snapshot((moment) => read({ ...moment, balances: () => balances(moment) }))
        },
      },
    }
  }),
  '203.21': spoilingSnapshots('a snapshot shows later transactions, without postings', (moment, good) => ({
    async *transactions() {
      const ids = new Set<string>()
      for await (const row of moment.transactions()) {
        ids.add(row.transaction.id)
        yield row
      }
      const { transactions } = await good.list({ limit: 1_000 })
      const opened = transactions.filter(({ id }) => !ids.has(id)).reverse()
      for (const transaction of opened) yield { transaction, postings: [] }
    },
  })),
  '203.22': spoiling('no step runs after a reader has thrown', (good) => {
    let isLocked = false
    return {
      snapshot: (read) =>
        good.snapshot(read).catch((error) => {
          isLocked = true
          throw error
        }),
      async atomically(scope, step) {
        if (isLocked) throw new Error('the books are locked')
        return good.atomically(scope, step)
      },
    }
  }),
  '203.34': spoiling('annotations come newest first', (good) => ({
    async annotated(id) {
      const found = await good.annotated(id)
      return found && { ...found, annotations: [...found.annotations].reverse() }
    },
  })),
  '203.35': spoilingSteps('an annotation is written at once, even if the step fails', (good) => {
    const written: Annotation[] = []
    return {
      step: (work) => ({
        annotate(annotation) {
          work.annotate(annotation)
          written.push(annotation)
        },
      }),
      books: {
        async annotated(id) {
          const found = await good.annotated(id)
          return found && { ...found, annotations: written.filter(({ transactionId }) => transactionId === id) }
        },
      },
    }
  }),
  '203.36': spoilingSteps('a failed transaction keeps its attention', () => ({
    step: (work) => ({
      record(transaction) {
        const before = work.transaction(transaction.id)
        work.record(before?.state === 'failed' ? { ...transaction, attention: before.attention } : transaction)
      },
    }),
  })),
  '203.37': spoilingSteps('a withdrawal loses its explanation', () => ({
    step: (work) => ({
      funding(reference) {
        const funding = work.funding(reference)
        return funding && { ...funding, because: null }
      },
    }),
  })),
  '203.38': spoiling('times lose their fractions of a millisecond', (good) => ({
    async transaction(id) {
      const found = await good.transaction(id)
      const since = found?.followUp.absentSince
      if (!found || !since) return found
      const absentSince = { ...since, monotonicMs: Math.round(since.monotonicMs) }
      return { ...found, followUp: { ...found.followUp, absentSince } }
    },
  })),
  '203.39': spoiling('the fundings of an account are those of all accounts', (good) => ({
    fundings: ({ accountId, ...query }) => good.fundings(query),
  })),
  '203.40': spoilingSnapshots('a snapshot shows postings newest first', (moment) => ({
    async *transactions() {
      for await (const { transaction, postings } of moment.transactions())
        yield { transaction, postings: [...postings].reverse() }
    },
  })),
  '203.82': spoiling('the rows since a mark are all rows', (good) => {
    let mark: object | undefined
    const never = async () => async () => {}
    return {
      snapshot: (read) =>
        good.snapshot((moment) =>
          read(moment, {
            count: async () => 0,
            mark: async (times) => async () => {
              mark = times
            },
          }),
        ),
      changes: async (read) =>
        mark && good.snapshot((moment) => read({ ...moment, mark } as unknown as ChangedBooks, never)),
    }
  }),
  '203.59': spoilingChannelStops('a stop begins again while it lasts', (good) => ({
    async begin(...stops) {
      await good.end(await good.lasting(), { atMs: 0, by: null, because: 'another begins' })
      return good.begin(...stops)
    },
  })),
  '203.60': spoilingSteps('the last of several exchanges comes first', () => ({
    step: (work) => ({
      keepExchanges: (id, kept) =>
        work.keepExchanges(id, kept.length === 2 && kept[0]?.atMs === 2 ? kept.toReversed() : kept),
    }),
  })),
  '203.61': spoilingCases('the last forty are kept', (good) => ({
    async exchanges(id) {
      const rows = await good.exchanges(id)
      return exchangesIn(rows).length < 40 ? rows : rows.filter(({ place }) => place > 0)
    },
  })),
  '203.62': spoilingCases('the event of the end is missing', (good) => ({
    movements: async (transaction) => ({ ...(await good.movements(transaction)), events: [] }),
  })),
  '203.63': spoilingCases('all old rows are removed at once', (good) => ({
    forgetExchanges: (before) => good.forgetExchanges({ ...before, limit: 1_000 }),
  })),
  '203.64': spoiling('a word of the network is compared without its case', (good) => ({
    list: ({ networkReason, ...query }) =>
      good.list({ ...query, ...(networkReason !== undefined && { networkReason: networkReason.toUpperCase() }) }),
  })),
  '203.68': spoilingChannelStops('the end of a pause writes no action', (good) => ({
    end: (stops, ended) => good.end(stops, ended),
  })),
  '203.69': spoilingAccounts('a change whose action cannot be made is kept', (good) => ({
    async change(id, change, acting) {
      try {
        return await good.change(id, change, acting)
      } catch (error) {
        await good.change(id, change)
        throw error
      }
    },
  })),
  '203.70': spoilingActions('an action by itself leaves a number out while others are written', (good) => {
    let writing = 0
    const leaping = (acting: Acting): Acting => ({
      ...acting,
      chain: (place) => acting.chain(writing > 1 ? { ...place, number: place.number + 1 } : place),
    })
    return {
      async write(acting) {
        writing += 1
        await Promise.resolve()
        return good.write(leaping(acting)).finally(() => {
          writing -= 1
        })
      },
    }
  }),
  '203.71': spoilingActions('an action by itself ends a proposal that has ended', (good) => ({
    write: ({ chain, ...acting }) => good.write({ ...acting, chain: (place) => chain({ ...place, isEnded: false }) }),
  })),
  '203.72': spoilingActions('an action is not found by the person who approved it', (good) => ({
    async list(query) {
      const page = await good.list(query)
      const { by } = query
      return by === undefined ? page : { ...page, actions: page.actions.filter((action) => action.by === by) }
    },
  })),
  '203.73': spoiling('a list by number still finds erased ones', (good) => ({
    list: ({ phoneNumber, ...query }) =>
      good.list(
        phoneNumber?.startsWith('erased-')
          ? { ...query, phoneNumber: '256770000001' }
          : { ...query, ...(phoneNumber !== undefined && { phoneNumber }) },
      ),
  })),
  '203.74': spoilingSteps('an open transaction is not erased, without an error', () => ({
    step: (work) => ({
      erasePhoneNumber(id, pseudonym) {
        if (work.transaction(id)?.state !== 'submitting') work.erasePhoneNumber(id, pseudonym)
      },
    }),
  })),
  '203.77': spoilingAccounts('an expired key has no event any more', (good) => ({
    tellExpiring: (due) => good.tellExpiring({ ...due, lateMs: 0 }),
  })),
  '203.78': spoilingAccounts('the event of the first process is returned to all that wait', (good) => ({
    tellExpiring: shared(good.tellExpiring),
  })),
}
