import { isFinal, type Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'
import type { Entry, Reconciliations, Run } from '../ports/operators/reconciliations.ts'

/** How many entries are read together. */
const together = 1_000

/** What recording evidence needs. */
type EvidencePorts = {
  readonly books: Pick<Books, 'atomically' | 'transaction'>
  readonly reconciliations: Pick<Reconciliations, 'entries'>
}

/** Puts each row that says otherwise than the books before a person, beside its payment; it changes no state. */
export async function recordEvidence({ books, reconciliations }: EvidencePorts, run: Run, atMs: number): Promise<void> {
  for (let after = 0; ; ) {
    const query = { runId: run.id, buckets: ['state_differs'], after, limit: together } as const
    const entries = await reconciliations.entries(query)
    for (const entry of entries) await record(books, { run, entry, atMs })
    const last = entries.at(-1)
    if (!last || entries.length < together) return
    after = last.item
  }
}

type Evidence = { readonly run: Run; readonly entry: Entry; readonly atMs: number }

async function record(books: EvidencePorts['books'], evidence: Evidence): Promise<void> {
  const found = await books.transaction(evidence.entry.transactionId ?? '')
  if (!found) return
  const scope = { account: found.accountId, currency: found.currency, transaction: found.id }
  await books.atomically(scope, add(found.id, evidence))
}

function add(transactionId: string, { run, entry, atMs }: Evidence): (work: UnitOfWork) => void {
  return (work) => {
    const transaction = work.transaction(transactionId)
    if (!transaction) return
    const { attention, kind } = attentionOf(transaction)
    if (transaction.attention !== attention) work.record({ ...transaction, attention })
    const text = `${lineOf(run, entry)} says ${entry.status}, and the books say ${transaction.state}`
    work.annotate({ transactionId, kind, text, by: null, atMs })
  }
}

function attentionOf({ state, attention }: Transaction) {
  if (isFinal(state)) return { attention: 'contradiction', kind: 'contradiction' } as const
  return { attention: attention ?? 'evidence', kind: 'evidence' } as const
}

/** Names the row of a file that an entry is. */
export function lineOf({ file, network }: Run, { line }: Entry): string {
  return `line ${line} of ${network}'s file ${file}`
}
