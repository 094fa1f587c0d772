import { balanceProblems, type Sums, sumEntry, sumProblems } from './auditBalances.ts'
import { fundingProblems, transactionProblems } from './auditEntries.ts'
import type { Books, Snapshot } from './ports/books.ts'

/** The rules that an audit holds the books to. */
export type AuditRule =
  | 'balance_is_sum'
  | 'balance_not_negative'
  | 'sum_is_zero'
  | 'entries_fit_transaction'
  | 'entries_fit_funding'
  | 'nothing_stray'
  | 'no_contradiction'

/** A row that breaks a rule, in words for the operator. */
export type Broken = { readonly rule: AuditRule; readonly row: string; readonly problem: string }

/** What an audit found: how many rows it checked, and every broken one. */
export type Audit = { readonly ok: boolean; readonly checked: number; readonly broken: readonly Broken[] }

/** Checks the books as they stand at one moment, while others may write. */
export function audit(books: Books): Promise<Audit> {
  return books.snapshot(async (snapshot) => {
    const broken: Broken[] = []
    let checked = 0
    for await (const problems of problemsOf(snapshot)) {
      checked += 1
      broken.push(...problems)
    }
    return { ok: broken.length === 0, checked, broken: broken }
  })
}

/** The problems of each row, most often none; what no row stands for comes last. */
async function* problemsOf(snapshot: Snapshot): AsyncGenerator<readonly Broken[]> {
  const sums: Sums = { places: new Map(), balances: new Map() }
  for await (const entry of snapshot.entries()) yield sumEntry(sums, entry)
  for await (const balance of snapshot.balances()) yield balanceProblems(sums, balance)
  for await (const rows of snapshot.transactions()) yield transactionProblems(rows)
  for await (const rows of snapshot.fundings()) yield fundingProblems(rows)
  for await (const row of snapshot.strays()) {
    yield [{ rule: 'nothing_stray', row, problem: 'it belongs to nothing in the books' }]
  }
  const left = sumProblems(sums)
  if (left.length > 0) yield left
}
