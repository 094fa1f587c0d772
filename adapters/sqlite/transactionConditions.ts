import type { State, TransactionQuery } from '../../core/sente.ts'

/** A query in SQL: where it looks, the conditions that this answers, and those that each row is looked at for. */
export type Conditions = {
  readonly from: string
  /** The column that has the order of what is found. */
  readonly order: string
  readonly answered: readonly string[]
  readonly others: readonly string[]
}

type PlaceName = 'all' | 'byAccount' | 'byReference' | 'open' | 'toLookAt'

const open: readonly State[] = ['submitting', 'pending']
const states: readonly State[] = [...open, 'succeeded', 'failed']

const ofAccount = 't.account_id = @accountId'
const ofReference = 't.reference = @reference'
const toLookAt = 't.attention IS NOT NULL'
const inOrder = { from: 'transactions t', order: 't.sequence' }

/** Left to itself SQLite may walk through all transactions rather than sort the few that a small index has. */
const places: Readonly<Record<PlaceName, Omit<Conditions, 'others'>>> = {
  all: { ...inOrder, answered: [] },
  byReference: { ...inOrder, answered: [ofReference] },
  toLookAt: { ...inOrder, from: 'transactions t INDEXED BY transactions_to_look_at', answered: [toLookAt] },
  open: { ...inOrder, from: 'transactions t INDEXED BY open_transactions', answered: [stateIn(open)] },
  byAccount: {
    from: 'account_transactions a CROSS JOIN transactions t USING (account_id, sequence)',
    order: 'a.sequence',
    answered: [ofAccount],
  },
}

/** Where to look for what a query asks for: in the place that holds the fewest others. */
export function placeOf(query: Omit<TransactionQuery, 'before'>): PlaceName {
  const { accountId, reference, attention, states: sought } = query
  if (reference !== undefined) return 'byReference'
  if (attention) return 'toLookAt'
  if (sought?.length && sought.every((state) => open.includes(state))) return 'open'
  return accountId === undefined ? 'all' : 'byAccount'
}

/** The conditions of a query; states are written out, since a partial index is used only for what it can see. */
export function conditionsOf(query: Omit<TransactionQuery, 'before'>, place: PlaceName): Conditions {
  const { accountId, reference, kind, currency, attention, states: sought } = query
  const asked = given({
    [ofAccount]: accountId !== undefined,
    [ofReference]: reference !== undefined,
    [toLookAt]: attention,
    't.kind = @kind': kind !== undefined,
    't.currency = @currency': currency !== undefined,
    [stateIn(sought ?? [])]: sought !== undefined,
  })
  const { answered, ...where } = places[place]
  return { ...where, answered, others: asked.filter((condition) => !answered.includes(condition)) }
}

function stateIn(some: readonly State[]): string {
  const named = states.filter((state) => some.includes(state))
  return `t.state IN (${named.map((state) => `'${state}'`).join(', ')})`
}

function given(conditions: Readonly<Record<string, boolean | undefined>>): string[] {
  return Object.keys(conditions).filter((sql) => conditions[sql])
}
