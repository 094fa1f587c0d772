import { memoryStore } from '../../../adapters/memory/memory.ts'
import type { Run } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Faults, spoilingIn } from '../brokenPromises.ts'
import { type ReconciliationStore, reconciliations } from './reconciliations.ts'

const spoiling = spoilingIn<ReconciliationStore, 'reconciliations'>('reconciliations')

const spoilingRules = spoilingIn<ReconciliationStore, 'reconciliationRules'>('reconciliationRules')

/** Stores with one fault each, by the rule that they break. */
const faults: Faults<ReconciliationStore> = {
  '208.1': spoiling('a second comparison of a file ends too', (good) => ({
    end: async (runId, end) => (await good.end(runId, end)) || (await good.run(runId))?.withdrawn === null,
  })),
  '208.2': spoiling('a payment of the moment itself is among those before it', (good) => ({
    payments: (query) => good.payments({ ...query, toMs: query.toMs + 1 }),
  })),
  '208.3': spoiling('our ids are looked for among the network’s', (good) => ({
    paymentsWithIds: ({ ours, theirs }) =>
      good.paymentsWithIds({ ours: [...ours, ...theirs], theirs: [...ours, ...theirs] }),
  })),
  '208.4': spoiling('an added entry has a line', (good) => ({
    entries: async (query) =>
      (await good.entries(query)).map((entry) => ({ ...entry, line: entry.line ?? entry.item })),
  })),
  '208.5': spoiling('the first owner stays', (good) => ({
    entries: async (query) =>
      Promise.all(
        (await good.entries(query)).map(async (entry) => {
          const [first] = await good.notes({ runId: query.runId, item: entry.item })
          return { ...entry, owner: first?.owner ?? null }
        }),
      ),
  })),
  '208.6': spoiling('the oldest payment is the one after it', (good) => ({
    confirmed: async (query) =>
      (await good.confirmed(query)).map((one) => ({
        ...one,
        oldest: one.oldest && { ...one.oldest, createdAtMs: one.oldest.createdAtMs + 1 },
      })),
  })),
  '208.7': spoiling('one too many is counted', (good) => ({
    exceptions: async () => (await good.exceptions()).map((one) => ({ ...one, entries: one.entries + 1 })),
  })),
  '208.8': spoiling('the oldest is a millisecond younger', (good) => ({
    unconfirmed: async (query) =>
      (await good.unconfirmed(query)).map((one) => ({ ...one, oldestAtMs: one.oldestAtMs + 1 })),
  })),
  '208.9': spoiling('a time that ends at the moment counts', (good) => ({
    compared: ({ afterMs }) => good.compared({ afterMs: afterMs - 1 }),
  })),
  '208.10': spoiling('one more payment is looked at', (good) => ({
    firstPaid: (query) => good.firstPaid({ ...query, within: query.within + 1 }),
  })),
  '208.11': spoiling('nothing is erased in rows without a line', (good) => ({
    erasePhoneNumbers: (runId, erasures) =>
      good.erasePhoneNumbers(
        runId,
        erasures.filter(({ item }) => item < 7),
      ),
  })),
  '208.12': spoiling('a payment recorded from a row is not found by it', (good) => ({
    about: async (id) => (await good.about(id)).filter(({ entry }) => entry.transactionId === id),
  })),
  '208.13': spoiling('a page begins with the last entry of the one before', (good) => ({
    findExceptions: ({ before, ...query }) =>
      good.findExceptions({ ...query, ...(before && { before: { ...before, item: before.item + 1 } }) }),
  })),
  '208.14': spoiling('the moment before is among those that overlap', (good) => ({
    alike: (query) => good.alike({ ...query, withinMs: query.withinMs + 1 }),
  })),
  '208.15': spoiling('a second withdrawal takes the place of the first', (good) => {
    const second = new Map<string, Run['withdrawn']>()
    return {
      async withdraw(runId, withdrawal, acting) {
        await good.withdraw(runId, withdrawal, acting)
        second.set(runId, withdrawal)
      },
      async run(id) {
        const found = await good.run(id)
        return found && { ...found, withdrawn: second.get(id) ?? found.withdrawn }
      },
    }
  }),
  '208.16': spoiling('all notes count as decisions', (good) => ({
    async madeOf(runId) {
      const made = await good.madeOf(runId)
      return { ...made, decided: made.noted }
    },
  })),
  '208.17': spoilingRules('a taken name is taken over', (good) => ({
    async add(rule, acting) {
      await good.remove(rule.name)
      return good.add(rule, acting)
    },
  })),
}

describe('Reconciliations: broken promises', () => {
  test(
    'a store whose comparisons break one promise fails on it, and on no other',
    eachIsNoticed(reconciliations, memoryStore, faults),
  )
})
