import {
  type Balance,
  type EntryKind,
  emptyBalance,
  type Kind,
  moved,
  type Statement,
  type StatementEntry,
} from '../../../core/sente.ts'

/** A row of a statement's file: an entry, or the balance before the first one. */
export type StatementRow = {
  /** When the money moved; null for the balance before. */
  readonly atMs: number | null
  readonly kind: EntryKind | 'opening'
  readonly currency: string
  readonly paymentKind: Kind | null
  /** The effect on the balance; the whole balance before the first entry. */
  readonly change: Balance
  readonly after: Balance
  readonly transactionId: string | null
  readonly reference: string
  readonly phoneNumber: string | null
  readonly description: string | null
  /** The metadata in JSON; null without any. */
  readonly metadata: string | null
  readonly networkReceipt: string | null
  readonly networkReason: string | null
}

/** The pages of a period from the first on. `readAfter` reads the page after a place. */
export async function* pagesFrom(
  first: Statement,
  readAfter: (after: string) => Promise<Statement>,
): AsyncGenerator<Statement> {
  for (let page = first; ; page = await readAfter(page.next)) {
    yield page
    if (page.next === null) return
  }
}

/** The rows of a period, by page. The first is the balance before it, so that all changes add up to the one after it. */
export async function* rowsOf(
  pages: AsyncIterable<Statement>,
  currency: string,
): AsyncGenerator<readonly StatementRow[]> {
  let isFirst = true
  for await (const { opening, lines } of pages) {
    const rows = lines.map(rowOf)
    yield isFirst ? [openingRow(opening, currency), ...rows] : rows
    isFirst = false
  }
}

/** The effect of an entry on the balance. */
export function changeIn({ posting }: StatementEntry): Balance {
  return moved(emptyBalance, posting)
}

/** The id of the payment that moved the money; null for fundings, withdrawals and batches. */
export function transactionOf({ posting: { cause }, opened }: StatementEntry): string | null {
  return 'transaction' in cause ? cause.transaction : (opened ?? null)
}

/** The whole of a balance, available and held. */
export function wholeMinor({ availableMinor, heldMinor }: Balance): bigint {
  return availableMinor + heldMinor
}

function openingRow(opening: Balance, currency: string): StatementRow {
  return {
    atMs: null,
    kind: 'opening',
    paymentKind: null,
    currency,
    change: opening,
    after: opening,
    transactionId: null,
    reference: '',
    phoneNumber: null,
    description: null,
    metadata: null,
    networkReceipt: null,
    networkReason: null,
  }
}

function rowOf(entry: StatementEntry): StatementRow {
  const { posting, metadata, ...rest } = entry
  return {
    ...rest,
    atMs: posting.atMs,
    currency: posting.currency,
    change: changeIn(entry),
    transactionId: transactionOf(entry),
    metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
  }
}
