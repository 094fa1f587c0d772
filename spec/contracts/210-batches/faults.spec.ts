import { memoryStore } from '../../../adapters/memory/memory.ts'
import type { Batch, BatchLine, UnitOfWork } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Faults, spoilingIn, spoilingSteps } from '../brokenPromises.ts'
import { type BatchStore, batches } from './batches.ts'

const spoiling = spoilingIn<BatchStore, 'batches'>('batches')
const spoilingBooks = spoilingIn<BatchStore, 'books'>('books')

/** Stores with one fault each, by the rule that they break. */
const faults: Faults<BatchStore> = {
  '210.1': spoiling('a draft is found by its id', (good) => {
    const drafts = new Map<string, Batch>()
    return {
      async draft(batch) {
        drafts.set(batch.id, batch)
        await good.draft(batch)
      },
      byId: async (id) => (await good.byId(id)) ?? drafts.get(id),
    }
  }),
  '210.2': spoilingSteps('a step never sees that a reference is used', () => ({
    step: (work) => ({
      batch() {
        const found = work.batch()
        return found && { ...found, isReferenceUsed: false }
      },
    }),
  })),
  '210.3': spoilingBooks('a step moves a currency that its scope does not name', (good) => ({
    atomically: (scope, step) => good.atomically({ ...scope, currencies: ['UGX', 'RWF'] }, step),
  })),
  '210.4': spoilingBooks('a line is written although its step throws', (good) => ({
    async atomically(scope, step) {
      let kept: BatchLine | undefined
      const noting = (work: UnitOfWork): UnitOfWork => ({
        ...work,
        keepBatchLine(line) {
          work.keepBatchLine(line)
          kept = line
        },
      })
      try {
        return await good.atomically(scope, (work) => step(noting(work)))
      } catch (error) {
        const line = kept
        if (line) await good.atomically(scope, (work) => work.keepBatchLine(line))
        throw error
      }
    },
  })),
  '210.5': spoilingSteps('a step never sees that a number is busy', () => ({
    step: (work) => ({
      batchLine() {
        const found = work.batchLine()
        return found && { ...found, isBusy: false }
      },
    }),
  })),
  '210.6': spoiling('lines to one phone number are next together', (good) => ({
    async next({ batchId, currency, network, limit }) {
      const rows = await good.lines({ batchId, progress: 'waiting', after: 0, limit: 99 })
      const lines = rows.map(({ line }) => line)
      return lines.filter((line) => line.currency === currency && line.network === network).slice(0, limit)
    },
  })),
  '210.7': spoiling('a claimed batch is given to others, too', (good) => ({
    claim: (claim) => good.claim({ ...claim, by: 'anybody' }),
  })),
  '210.8': spoiling('lines that are refused are left out of the sums', (good) => ({
    totals: async (batchId) => (await good.totals(batchId)).filter(({ progress }) => progress !== 'refused'),
  })),
  '210.9': spoilingBooks('a completed batch has no event', (good) => ({
    async events(query) {
      const page = await good.events(query)
      return { ...page, events: page.events.filter((rows) => !('batch' in rows)) }
    },
  })),
  '210.10': spoiling('a reference that another account has used counts too', () => ({
    usedReferences: async (_, references) => references.filter((reference) => reference !== 'free'),
  })),
  '210.11': spoiling('a number is erased although its action throws', (good) => ({
    async erasePhoneNumbers(batchId, erasures, acting) {
      await good.erasePhoneNumbers(batchId, erasures)
      await good.erasePhoneNumbers(batchId, erasures, acting)
    },
  })),
  '210.12': spoiling('lines that are not added count as added', (good) => ({
    async addLines(lines) {
      await good.addLines(lines)
      return true
    },
  })),
  '210.13': spoiling('batches of all states are listed, even with a filter', (good) => ({
    list: ({ state: _, ...query }) => good.list(query),
  })),
  '210.14': spoiling('batches of closed accounts are found from the second on', (good) => ({
    ofClosedAccounts: async (limit) => (await good.ofClosedAccounts(limit + 1)).slice(1),
  })),
  '210.15': spoilingBooks('a statement has no payout beside the money of a line', (good) => ({
    async statement(query) {
      const found = await good.statement(query)
      return found && { ...found, postings: found.postings.map(({ opened: _, ...row }) => row) }
    },
  })),
}

describe('Batches of payouts: broken promises', () => {
  test(
    'a store whose batches break one promise fails on it, and on no other',
    eachIsNoticed(batches, memoryStore, faults),
  )
})
