import { isForGood } from '../../../formats/refusals.ts'
import { type HelpOn, nothingDone } from './helpForm.ts'

const transactionId = '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f'

/** The help for payments that are refused for their content or for the balance. */
export const paymentHelp: HelpOn<
  | 'currency_not_supported'
  | 'invalid_network'
  | 'invalid_phone_number'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'amount_too_precise'
  | 'limit_reached'
  | 'duplicate_reference'
  | 'not_refundable'
  | 'refund_exceeds_collection'
  | 'insufficient_balance'
  | 'no_name_look_up'
  | 'name_unknown'
> = {
  currency_not_supported: {
    ...nothingDone,
    title: 'Currency not supported',
    happened: 'The gateway has no such currency.',
    toDo: 'Send a code of ISO 4217 in capital letters, such as UGX.',
  },
  invalid_network: {
    ...nothingDone,
    title: 'Invalid network',
    happened: 'The currency has no such network; the message lists its networks.',
    toDo: 'Send one of them, in capital letters.',
    example: { currency: 'UGX', networks: ['AIRTEL', 'MTN'] },
  },
  invalid_phone_number: {
    ...nothingDone,
    title: 'Invalid phone number',
    happened: 'The network has no phone numbers of this form.',
    toDo: 'Send the country’s code and the number without a plus sign, such as 256770000001.',
    example: { network: 'MTN' },
  },
  amount_below_minimum: {
    ...nothingDone,
    title: 'Amount too small',
    happened: 'The amount is below the currency’s minimum; the message shows it.',
    toDo: 'Send at least that amount.',
    example: { currency: 'UGX', minimum: 500 },
  },
  amount_above_maximum: {
    ...nothingDone,
    title: 'Amount too large',
    happened: 'The amount is above the currency’s maximum; the message shows it.',
    toDo: 'Send less, in several payments with references of their own if need be.',
    example: { currency: 'UGX', maximum: 5_000_000 },
  },
  amount_too_precise: {
    ...nothingDone,
    title: 'Amount with too many decimals',
    happened: 'The amount has more decimals than the currency. Amounts are never rounded.',
    toDo: 'Round the amount yourself before you send it.',
    example: { currency: 'UGX', decimals: 0 },
  },
  limit_reached: {
    ...nothingDone,
    title: 'Limit reached',
    retry: (refusal) => (isForGood(refusal) ? 'after_change' : 'same_request'),
    happened:
      'The account has paid as much as it may in a day or in one payment, or the phone has been asked to pay too often, by any accounts, or the account has looked up too many recipients: the message names the limit and the time when it ends.',
    reference:
      'This request has used up no reference. Earlier uses of the reference are checked only when no limit is reached.',
    toDo: 'Repeat the request, with the same reference, after the number of seconds in the header Retry-After. Without that header, waiting does not help: send a smaller amount, or ask the operator for a higher limit. With prompts, ask the customer to answer the prompts on the phone.',
    example: { limit: 'prompts_an_hour', most: 20, endsInMs: 1_200_000 },
  },
  duplicate_reference: {
    title: 'Reference used before',
    moneyMoved: 'no',
    referenceUsed: 'yes',
    retry: ({ isRepeat }) => (isRepeat ? 'no' : 'new_reference'),
    happened:
      'A transaction of this account was recorded under this reference before: a payout, a collection or a refund. This check comes first, whatever has changed since, and no PIN is compared.',
    money: 'This request has moved no money. The transaction shows whether the earlier one has.',
    reference: 'The reference was used up before.',
    toDo: 'Follow the link with rel="original" to the transaction and check its state. If Reference-Match is same, this request is a repetition, and that transaction is its answer. If it is different, two payments got the same reference: send this one with another reference.',
    example: { transactionId, isRepeat: true },
  },
  not_refundable: {
    ...nothingDone,
    title: 'Not refundable',
    happened:
      'A collection can be refunded only if it has succeeded, its network neither contradicts it nor has returned the money, and the phone number that paid it is known. The message gives the reason.',
    toDo: 'Look at the transaction: GET /api/v1/transactions/TRANSACTION_ID. A pending collection can be refunded once it has succeeded. Where its network has contradicted it, the customer may have the money already: ask the operator. Where the number was erased, ask the customer where to send the money, and use send-money.',
    example: { because: 'not_succeeded' },
  },
  refund_exceeds_collection: {
    ...nothingDone,
    title: 'Refund exceeds the collection',
    happened:
      'The refunds of the collection that have not failed, together with this one, would be more than was collected. The message shows the amount that can still be refunded.',
    toDo: 'Look at the collection and its refunds: GET /api/v1/transactions/TRANSACTION_ID. Refund what is left, or leave out the amount.',
    example: { currency: 'UGX', left: 3_000 },
  },
  insufficient_balance: {
    ...nothingDone,
    title: 'Balance too low',
    happened: 'The available balance is smaller than the amount. Money that is held for open payouts does not count.',
    toDo: 'Look at GET /api/v1/balances. Repeat the request, with the same reference, once there is enough.',
    example: { currency: 'UGX' },
  },
  no_name_look_up: {
    ...nothingDone,
    title: 'No names from this network',
    happened: 'The gateway cannot look up names at this network.',
    toDo: 'Go on without the name. GET /api/v1/networks shows which networks return names.',
    example: { network: 'MTN' },
  },
  name_unknown: {
    ...nothingDone,
    title: 'Name unknown',
    retry: 'same_request',
    happened:
      'The network was asked for the owner of the phone number. It did not answer, or its answer is unreadable.',
    toDo: 'Go on without the name, or ask again later. Only a payment shows whether the number can be paid.',
    example: { network: 'MTN' },
  },
}
