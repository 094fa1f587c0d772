import { type HelpOn, nothingDone } from './helpForm.ts'

const transactionId = '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f'

/** The help for failures of the networks and of the gateway itself. */
export const gatewayHelp: HelpOn<
  'network_unavailable' | 'provider_unavailable' | 'outcome_unknown' | 'quarantined' | 'internal_error' | 'not_ready'
> = {
  network_unavailable: {
    ...nothingDone,
    title: 'Network unavailable',
    retry: 'same_request',
    happened:
      'Payments over this network are stopped for now, by the operator or because the network refuses every payment. Nothing was sent.',
    toDo: 'Repeat the request later, with the same reference. GET /api/v1/networks says when the network is open again; until then another one may be.',
    example: { network: 'MTN' },
  },
  provider_unavailable: {
    title: 'Payment failed',
    moneyMoved: 'no',
    referenceUsed: 'yes',
    retry: 'new_reference',
    happened: 'The network could not be reached or has refused the payment: the transaction has failed.',
    money: 'No money was moved. Money held for a payout is available again.',
    reference: 'The reference is used up by the failed transaction.',
    toDo: 'Look at the transaction that Location names: its reason says why it failed. To try once more, take a new reference.',
    example: { transactionId },
  },
  outcome_unknown: {
    title: 'Outcome unknown',
    moneyMoved: 'unknown',
    referenceUsed: 'yes',
    retry: 'no',
    happened: 'The payment was sent to the network, and nobody knows yet whether the network executed it.',
    money: 'A payout’s money is held until the network reports the outcome; it may have been paid already.',
    reference: 'The reference is used up.',
    toDo: 'Do not pay again under another reference. Look at the transaction that Location names until it has succeeded or failed.',
    example: { transactionId },
  },
  quarantined: {
    ...nothingDone,
    title: 'Payments paused',
    retry: 'same_request',
    happened: 'The books were restored from a backup, and payments are paused until an operator has checked them.',
    toDo: 'Repeat the request later, with the same reference.',
  },
  internal_error: {
    title: 'Gateway broken',
    moneyMoved: 'unknown',
    referenceUsed: 'unknown',
    retry: 'same_request',
    happened: 'Something in the gateway is broken; the operator finds it in the log by the header Request-Id.',
    money: 'Unknown. A payment may have been recorded before the failure.',
    reference: 'Unknown: it is used up if the payment was recorded.',
    toDo: 'Repeat the request with the same reference: it cannot pay twice. If the answer is 409, its link leads to the transaction.',
    example: {},
  },
  not_ready: {
    ...nothingDone,
    title: 'Gateway not ready',
    retry: 'same_request',
    happened: 'The gateway cannot serve this now: its database is away or cannot be written, or its clock is wrong.',
    toDo: 'Repeat the request after as many seconds as the header Retry-After says, with the same reference. If the error persists, report it to the operator.',
  },
}
