import {
  isRefusal,
  type LookUpQuery,
  type Refusal,
  referenceForm,
  referencePattern,
  type State,
} from '../../../core/sente.ts'
import { queryReader } from './query.ts'

const { read, refuse, parameters } = queryReader({
  limit: [
    '^([1-9][0-9]?|100)$',
    'a whole number from 1 to 100',
    'How many transactions to give at most; 20 by default.',
    '50',
  ],
  cursor: [
    '^[A-Za-z0-9_-]+$',
    'the next_cursor of a page of yours',
    'Gives the page after the one that ended with this.',
    '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
  ],
  state: ['^(pending|succeeded|failed)$', 'pending, succeeded or failed', 'Gives those in this state only.', 'pending'],
  kind: ['^(payout|collection)$', 'payout or collection', 'Gives those of this kind only.', 'payout'],
  currency: ['^[A-Z]{3}$', 'three capital letters', 'Gives those in this currency only.', 'UGX'],
  reference: [referencePattern, referenceForm, 'Gives the one under this reference only.', 'order-1'],
})

/** What documents the query of a list of transactions. */
export const transactionParameters = parameters

const defaultLimit = 20

/** Rule 6 for a query: reads the filter of a list of transactions; an unknown parameter is refused. */
export function readTransactionQuery(text: string): { readonly query: LookUpQuery } | Refusal {
  const given = read(text)
  if (isRefusal(given)) return given
  const { limit, cursor, state, kind, ...rest } = given
  return {
    query: {
      ...rest,
      ...(kind !== undefined && { kind: kind as NonNullable<LookUpQuery['kind']> }),
      ...(state !== undefined && { states: statesShownAs(state as ShownState) }),
      ...(cursor !== undefined && { before: cursor }),
      limit: limit === undefined ? defaultLimit : Number(limit),
    },
  }
}

/** Refuses a cursor that is not the last id of a page of this account, with the message for a malformed one. */
export function cursorRefusal(): Refusal {
  return refuse('cursor')
}

type ShownState = Exclude<State, 'submitting'>

/** The states that merchants see under one name, such as pending. */
function statesShownAs(state: ShownState): readonly State[] {
  return state === 'pending' ? ['submitting', 'pending'] : [state]
}
