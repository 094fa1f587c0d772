import type { State, TransactionQuery } from '../../../core/sente.ts'

const states: readonly State[] = ['submitting', 'pending', 'succeeded', 'failed']

/** What a query asks for, as conditions of SQL about transactions `t`; what it does not name is not in them. */
export function conditionsOf({ accountId, reference, kind, currency, attention, states: sought }: TransactionQuery) {
  return [
    ...(accountId === undefined ? [] : ['t.account_id = @accountId']),
    ...(reference === undefined ? [] : ['t.reference = @reference']),
    ...(attention ? ['t.attention IS NOT NULL'] : []),
    ...(kind === undefined ? [] : ['t.kind = @kind']),
    ...(currency === undefined ? [] : ['t.currency = @currency']),
    ...(sought === undefined ? [] : [stateIn(sought)]),
  ]
}

/** Written out, as a statement is prepared once for each set of states. */
function stateIn(some: readonly State[]): string {
  const named = states.filter((state) => some.includes(state))
  return `t.state IN (${named.map((state) => `'${state}'`).join(', ')})`
}
