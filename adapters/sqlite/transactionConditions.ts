import type { State, TransactionQuery } from '../../core/sente.ts'

/** A query in SQL: where it looks, the conditions that an index answers, and those that each row is looked at for. */
export type Conditions = {
  readonly from: string
  readonly indexed: readonly string[]
  readonly others: readonly string[]
}

const open: readonly State[] = ['submitting', 'pending']
const states: readonly State[] = [...open, 'succeeded', 'failed']

/** The conditions of a query; states are written out, since a partial index is used only for what it can see. */
export function conditionsOf(query: Omit<TransactionQuery, 'before'>, isContinued: boolean): Conditions {
  const { accountId, reference, kind, currency, attention } = query
  const hasOwner = accountId !== undefined
  const isReferred = hasOwner && reference !== undefined
  const sought = query.states && states.filter((state) => query.states?.includes(state))
  const isOpen = sought && sought.length > 0 && sought.every((state) => open.includes(state))
  return {
    from: `transactions t${isReferred ? '' : smallIndex({ attention, isOpen })}`,
    indexed: given({
      't.account_id = @accountId': hasOwner && !isOpen,
      [ofReference]: isReferred,
      't.attention IS NOT NULL': attention,
      [stateIn(open)]: isOpen,
      't.sequence < @before': isContinued,
    }),
    others: given({
      't.account_id = @accountId': hasOwner && isOpen,
      't.reference = @reference': !hasOwner && reference !== undefined,
      't.kind = @kind': kind !== undefined,
      't.currency = @currency': currency !== undefined,
      [stateIn(sought ?? [])]: sought && stateIn(sought) !== stateIn(open),
    }),
  }
}

/** A reference is found by who used it: there is no other index of references. */
const ofReference = `t.reference = @reference AND t.id =
  (SELECT transaction_id FROM used_references WHERE account_id = @accountId AND reference = @reference)`

/** Left to itself SQLite may walk through all transactions rather than sort the few that such an index has. */
function smallIndex({ attention, isOpen }: { attention: true | undefined; isOpen: boolean | undefined }): string {
  if (attention) return ' INDEXED BY transactions_to_look_at'
  return isOpen ? ' INDEXED BY open_transactions' : ''
}

function stateIn(some: readonly State[]): string {
  return `t.state IN (${some.map((state) => `'${state}'`).join(', ')})`
}

function given(conditions: Readonly<Record<string, boolean | undefined>>): string[] {
  return Object.keys(conditions).filter((sql) => conditions[sql])
}
