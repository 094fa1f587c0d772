import { type HelpOn, nothingDone } from './helpForm.ts'

/** The help for requests about events and webhooks. */
export const webhookHelp: HelpOn<
  | 'endpoint_not_found'
  | 'event_not_found'
  | 'beyond_last_event'
  | 'too_many_endpoints'
  | 'too_many_redeliveries'
  | 'webhooks_off'
> = {
  beyond_last_event: {
    title: 'Event no longer there',
    moneyMoved: 'no',
    referenceUsed: 'no',
    retry: 'after_change',
    happened:
      'The query goes on after an event that the account does not have; the message says which is its last. No sequence is ever taken back: if you have read it, the gateway was restored from a backup and has forgotten what came after it.',
    money:
      'This request has moved no money. Payments that the gateway has forgotten may have been made, and it counts none of them.',
    reference:
      'This request has used up no reference. The references of forgotten payments are free again: repeating one may pay twice.',
    toDo: 'Do not pay anything again. Compare your payments since the backup with GET /api/v1/transactions?reference=REFERENCE, and give the operator those that it does not find. Then read the events again with after=0, or after one from before the backup: later sequences now belong to other events. An event that you have read before is unchanged.',
    example: { last: 41 },
  },
  endpoint_not_found: {
    ...nothingDone,
    title: 'Webhook endpoint not found',
    happened: 'The account has no webhook endpoint of this id.',
    toDo: 'List the endpoints of the account, and take an id from there.',
  },
  event_not_found: {
    ...nothingDone,
    title: 'Event not found',
    happened: 'The account has no event of this id.',
    toDo: 'Take the event_id from the list of events, or from the header webhook-id of a message.',
  },
  too_many_endpoints: {
    ...nothingDone,
    title: 'Too many webhook endpoints',
    happened: 'The account has as many webhook endpoints as an account can have.',
    toDo: 'Remove one that is no longer needed, or change its URL.',
    example: { most: 5 },
  },
  too_many_redeliveries: {
    ...nothingDone,
    title: 'Event delivered again too often',
    retry: 'same_request',
    happened: 'The event, or all events of the account together, were delivered again as often as a day allows.',
    toDo: 'Read the list of events instead: it has the same news. Or repeat the request after as many seconds as the header Retry-After says.',
    example: { ofEvent: 5, ofAccount: 500, retryAfterSeconds: 3_600 },
  },
  webhooks_off: {
    ...nothingDone,
    title: 'Webhooks not configured',
    happened: 'The operator of this gateway has not configured webhooks.',
    toDo: 'Ask the operator, or read the list of events instead: it has the same news.',
  },
}
