import type { Annotation } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingSnapshots, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.34 to 203.40. */
export const faultsOfRecords: Faults<Store> = {
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
  '203.36': spoilingSteps('a final transaction keeps its attention', () => ({
    step: (work) => ({
      record(transaction) {
        const before = work.transaction(transaction.id)
        const isFinal = before?.state === 'succeeded' || before?.state === 'failed'
        work.record(isFinal ? { ...transaction, attention: before.attention } : transaction)
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
}
