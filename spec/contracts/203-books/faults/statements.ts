import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

/** Books with one fault each, by the rules 203.47 to 203.50. */
export const faultsOfStatements: Faults<Store> = {
  '203.47': spoiling('a statement names what a payout is sent under, not its reference', (good) => ({
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
  '203.49': spoiling('a period leaves out what is earlier than its beginning', (good) => ({
    async statement(query) {
      const rows = await good.statement(query)
      return rows && { ...rows, postings: rows.postings.filter(({ posting }) => posting.atMs >= (query.fromMs ?? 0)) }
    },
  })),
  '203.50': spoiling('the balance before a line is only known for the first two hundred', (good) => ({
    async statement(query) {
      const rows = await good.statement(query)
      const isFar = (rows?.opening.availableMinor ?? 0n) > 120_000n
      return rows && isFar ? { ...rows, opening: { availableMinor: 0n, heldMinor: 0n } } : rows
    },
  })),
}
