import type { Database, Statement } from 'better-sqlite3'
import type { Books, FundingQuery } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../rows/rows.ts'

/** Lists fundings newest first, from the index over all or over an account's. */
export function fundingList({ database, read }: StoreAccess): Books['fundings'] {
  const ofAll = pages(database, { index: 'fundings_by_time', condition: 'true' })
  const ofAccount = pages(database, { index: 'fundings_by_account_and_time', condition: 'f.account_id = @accountId' })
  const exists = database.prepare<[string, string]>('SELECT 1 FROM fundings WHERE account_id = ? AND reference = ?')

  return async ({ accountId, before, limit }: FundingQuery) => {
    const { first, following } = accountId === undefined ? ofAll : ofAccount
    const values = { accountId: accountId ?? null, limit: limit + 1 }
    const rows = await read(() => {
      if (!before) return first.all(values)
      const { accountId: account, reference } = before
      if (!exists.get(account, reference)) throw new Error(`There is no funding ${reference} of account ${account}`)
      return following.all({ ...values, account, reference })
    })
    const page = rows.slice(0, limit).map(fundingOf)
    const last = page.at(-1)
    const isMore = rows.length > limit
    return { fundings: page, next: last && isMore ? { accountId: last.accountId, reference: last.reference } : null }
  }
}

type Pages = Readonly<Record<'first' | 'following', Statement<[object], FundingRow>>>

function pages(database: Database, { index, condition }: { index: string; condition: string }): Pages {
  const select = (place: string) =>
    database.prepare<[object], FundingRow>(`
      SELECT ${fundingColumns} FROM fundings f INDEXED BY ${index} WHERE ${condition} ${place}
      ORDER BY f.at_ms DESC, f.account_id DESC, f.reference DESC LIMIT @limit`)
  return {
    first: select(''),
    following: select(`AND (f.at_ms, f.account_id, f.reference) <
      (SELECT at_ms, account_id, reference FROM fundings WHERE account_id = @account AND reference = @reference)`),
  }
}
