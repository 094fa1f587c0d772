/**
 * The reasons why a transaction needs an operator's attention, from the weakest mark to the strongest; a weaker one
 * never replaces a stronger one. `overdue`: it has not ended in time. `vanished`: the network had it and no longer
 * knows it. `mismatch`: the network reported another payment, or in a form that can't be read. `evidence_unpaid` and
 * `evidence_paid`: it is open, and the network's own file has its outcome. `contradiction`: the network contradicts the
 * final state, its own file or itself, or has taken the payment back.
 */
export const attentions = [
  'overdue',
  'vanished',
  'mismatch',
  'evidence_unpaid',
  'evidence_paid',
  'contradiction',
] as const

/** The reason why a transaction needs an operator's attention. */
export type Attention = (typeof attentions)[number]

/**
 * The network's way of ending an open transaction: by its own answer, or by repeated answers that it does not know it.
 */
export type NetworkEnd = 'succeeded' | 'declined' | 'absent'

/** The ends that answer the question behind a mark; with any other one the transaction waits for a person. */
const settledBy: Readonly<Record<Attention, readonly NetworkEnd[]>> = {
  overdue: ['succeeded', 'declined', 'absent'],
  vanished: ['succeeded', 'declined'],
  mismatch: ['succeeded'],
  evidence_unpaid: ['declined'],
  evidence_paid: ['succeeded'],
  contradiction: [],
}

type Marked = { readonly attention: Attention | null }

/** Whether a transaction may end in this way without a person. Its mark, if it has one, is then removed. */
export function mayEndBy({ attention }: Marked, end: NetworkEnd): boolean {
  return attention === null || settledBy[attention].includes(end)
}

/**
 * Whether a transaction waits for a person, so that nothing automatic may build on it. One that is only overdue still
 * ends by itself.
 */
export function waitsForPerson({ attention }: { readonly attention: Attention | null }): boolean {
  return attention !== null && attention !== 'overdue'
}

/** The mark of a transaction after another one is put: the stronger, and a contradiction if files show both. */
export function marked({ attention: before }: Marked, mark: Attention): Attention {
  if (before === null) return mark
  if (before !== mark && [before, mark].every(isEvidence)) return 'contradiction'
  return attentions.indexOf(mark) > attentions.indexOf(before) ? mark : before
}

/** A transaction with a mark from a report. A stronger one from a file stays. */
export function markedByReport<Of extends Marked & { readonly reported: Attention | null }>(
  of: Of,
  mark: Attention,
): Of {
  return { ...of, attention: marked(of, mark), reported: marked({ attention: of.reported }, mark) }
}

/** Whether the mark may come from a network's file. */
export function mayBeOfFile({ attention }: Marked): boolean {
  return attention === 'contradiction' || (attention !== null && isEvidence(attention))
}

function isEvidence(mark: Attention): boolean {
  return mark === 'evidence_paid' || mark === 'evidence_unpaid'
}
