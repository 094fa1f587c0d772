/**
 * Why an operator has to look at a transaction, from the weakest mark to the strongest; a weaker one never replaces a
 * stronger one. `overdue`: it has not ended in time. `vanished`: the network had it and no longer knows it. `mismatch`: the
 * network reported another payment, or in a form that can't be read. `evidence_unpaid` and `evidence_paid`: it is open, and
 * the network's own file says how it ended. `contradiction`: the network contradicts the final state, its own file or
 * itself, or has taken the payment back.
 */
export const attentions = [
  'overdue',
  'vanished',
  'mismatch',
  'evidence_unpaid',
  'evidence_paid',
  'contradiction',
] as const

/** Why an operator has to look at a transaction. */
export type Attention = (typeof attentions)[number]

/** How the network's word ends an open transaction: by its own answer, or by saying often enough that it does not know it. */
export type NetworkEnd = 'succeeded' | 'declined' | 'absent'

/** The ends that answer what a mark is about; with any other one the transaction waits for a person. */
const settledBy: Readonly<Record<Attention, readonly NetworkEnd[]>> = {
  overdue: ['succeeded', 'declined', 'absent'],
  vanished: ['succeeded', 'declined'],
  mismatch: ['succeeded'],
  evidence_unpaid: ['declined'],
  evidence_paid: ['succeeded'],
  contradiction: [],
}

type Marked = { readonly attention: Attention | null }

/** Whether a transaction may end like this without a person; its mark, if it has one, goes with it. */
export function mayEndBy({ attention }: Marked, end: NetworkEnd): boolean {
  return attention === null || settledBy[attention].includes(end)
}

/**
 * Whether a transaction waits for a person, so that nothing automatic may build on it. What is only overdue still ends by
 * itself.
 */
export function waitsForPerson({ attention }: { readonly attention: Attention | null }): boolean {
  return attention !== null && attention !== 'overdue'
}

/** The mark of a transaction after it got another one: the stronger, and a contradiction where files say both. */
export function marked({ attention: before }: Marked, mark: Attention): Attention {
  if (before === null) return mark
  if (before !== mark && [before, mark].every(isEvidence)) return 'contradiction'
  return attentions.indexOf(mark) > attentions.indexOf(before) ? mark : before
}

/** A transaction with a mark that a report has put; a stronger one that a file has put stays. */
export function markedByReport<Of extends Marked & { readonly reported: Attention | null }>(
  of: Of,
  mark: Attention,
): Of {
  return { ...of, attention: marked(of, mark), reported: marked({ attention: of.reported }, mark) }
}

/** Whether a file of a network may have put a mark. */
export function mayBeOfFile({ attention }: Marked): boolean {
  return attention === 'contradiction' || (attention !== null && isEvidence(attention))
}

function isEvidence(mark: Attention): boolean {
  return mark === 'evidence_paid' || mark === 'evidence_unpaid'
}
