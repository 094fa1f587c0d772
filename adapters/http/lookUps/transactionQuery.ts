import {
  isRefusal,
  kinds,
  type LookUpQuery,
  type Market,
  malformedFields,
  type Refusal,
  referenceForm,
  referencePattern,
  type State,
} from '../../../core/sente.ts'
import type { Today } from '../../written/moment.ts'
import { readStoredNumber } from '../../written/phoneNumber.ts'
import type { EndpointDeps } from '../endpoint.ts'
import { cursorOf, limitOf, usualLimit } from '../request/cursor.ts'
import { beginOf, endOf, periodIn, zone } from '../request/days.ts'
import { readable } from '../request/fields.ts'
import { queryReader } from '../request/query.ts'

const { read, refuse, parameters } = queryReader({
  limit: limitOf('transactions'),
  cursor: cursorOf('^[A-Za-z0-9_-]+$', '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f'),
  state: [
    { type: 'string', enum: ['pending', 'succeeded', 'failed'] },
    'pending, succeeded or failed',
    'Returns only transactions in this state.',
    'pending',
  ],
  kind: [
    { type: 'string', enum: kinds },
    'payout, collection or refund',
    'Returns only transactions of this kind.',
    'payout',
  ],
  currency: [
    { type: 'string', pattern: '^[A-Z]{3}$' },
    'three capital letters',
    'Returns only transactions in this currency; refused if neither the gateway nor any of your transactions has it.',
    'UGX',
  ],
  network: [
    { type: 'string', pattern: '^[A-Z0-9_]{1,20}$' },
    'the name of a network',
    'Returns only transactions over this network; refused if neither the gateway nor any of your transactions has it.',
    'MTN',
  ],
  phone_number: [
    { type: 'string', pattern: '^.+$', maxLength: 40 },
    'a phone number, such as 0770000001 or 256770000001',
    'Returns only transactions to or from this phone number, in any way of writing it. The only other filters allowed are the times.',
    '0770000001',
  ],
  created_from: beginOf('Returns only transactions created at this moment or later.'),
  created_to: endOf('Returns only transactions created before this moment.'),
  zone,
  network_receipt: [
    { type: 'string', ...readable(100, 'not empty') },
    '1 to 100 characters without control characters',
    'Returns only the transaction with this receipt of the network; in rare cases two networks use the same one.',
    '13502837451',
  ],
  q: [
    { type: 'string', pattern: '^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F]+$', maxLength: 1000, 'x-well-formed': true },
    '1 to 1000 characters without control characters, except line breaks and tabs',
    'Returns only transactions that a searched text means: a reference or a part of one, a part of a description, an id, a receipt or a message that quotes one, a phone number or its last three or more digits, an amount, or two with a sign between them, or an amount and last digits after it. `looked_for` lists how it was understood. Other filters may be added, except `phone_number`.',
    '1,000-5,000',
  ],
  reference: [
    { type: 'string', pattern: referencePattern },
    referenceForm,
    'Returns only the transaction with this reference.',
    'order-1',
  ],
})

/** The documentation of the query of a list of transactions. */
export const transactionParameters = parameters

/**
 * Rule 6 for a query: reads the filter of a list of transactions; an unknown parameter is refused. The phone number stays
 * as it is written.
 */
export function readTransactionQuery(
  text: string,
  deps: Pick<EndpointDeps, 'days' | 'clock'>,
): { readonly query: LookUpQuery; readonly today: Today; readonly searched: string | undefined } | Refusal {
  const given = read(text)
  if (isRefusal(given)) return given
  const {
    limit = usualLimit,
    cursor,
    state,
    kind,
    phone_number,
    network_receipt,
    created_from,
    created_to,
    zone,
    q: searched,
    ...rest
  } = given
  const isOneOfMany = [state, kind, network_receipt, searched, ...Object.values(rest)].some(
    (value) => value !== undefined,
  )
  if (phone_number !== undefined && isOneOfMany) return malformedFields([phoneNumberAlone])
  const { fromMs, toMs, today } = periodIn({ from: created_from, to: created_to, zone }, deps)
  return {
    searched,
    query: {
      ...rest,
      ...(phone_number !== undefined && { phoneNumber: phone_number }),
      ...(network_receipt !== undefined && { networkReceipt: network_receipt }),
      ...(fromMs !== undefined && { createdFromMs: fromMs }),
      ...(toMs !== undefined && { createdToMs: toMs }),
      ...(kind !== undefined && { kind }),
      ...(state !== undefined && { states: statesShownAs(state) }),
      ...(cursor !== undefined && { before: cursor }),
      limit,
    },
    today,
  }
}

/** Reads the phone number of a query. A number that can be one of two countries is refused with both. */
export async function withReadNumber(query: LookUpQuery, market: Market): Promise<LookUpQuery | Refusal> {
  if (query.phoneNumber === undefined) return query
  const read = await readStoredNumber(query.phoneNumber, market)
  if ('phoneNumber' in read) return { ...query, ...read }
  return read.candidates.length > 0 ? malformedFields([`phone_number ${read.problem}`]) : refuse('phone_number')
}

/** The index of phone numbers is sorted by time, and by nothing else. */
const phoneNumberAlone = 'phone_number must be the only filter beside created_from and created_to'

/** Refuses a cursor that is not the last id of a page of this account, with the message for a malformed one. */
export function cursorRefusal(): Refusal {
  return refuse('cursor')
}

type ShownState = Exclude<State, 'submitting'>

/** The states that merchants see under one name, such as pending. */
function statesShownAs(state: ShownState): readonly State[] {
  return state === 'pending' ? ['submitting', 'pending'] : [state]
}
