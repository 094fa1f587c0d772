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
      'The query continues after an event that the account does not have; the message names its last event. Sequences are never withdrawn: if you have read that event, the gateway was restored from a backup and has lost all later events.',
    money:
      'This request has moved no money. Payments that the gateway has lost may have been made, and it counts none of them.',
    reference:
      'This request has used up no reference. The references of lost payments are free again: repeating one may pay twice.',
    toDo: 'Do not pay anything again. Compare your payments since the backup with GET /api/v1/transactions?reference=REFERENCE, and report to the operator any that it does not find. Then read the events again with after=0, or after an event from before the backup: later sequences now belong to other events. An event that you have read before is unchanged.',
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
    happened: 'The account has the largest possible number of webhook endpoints.',
    toDo: 'Remove one that is no longer needed, or change its URL.',
    example: { most: 5 },
  },
  too_many_redeliveries: {
    ...nothingDone,
    title: 'Too many redeliveries',
    retry: 'same_request',
    happened:
      'The event, or the events of the account together, have reached the number of redeliveries allowed in a day.',
    toDo: 'Read the list of events instead: it contains the same events. Or repeat the request after the number of seconds in the header Retry-After.',
    example: { ofEvent: 5, ofAccount: 500, retryAfterSeconds: 3_600 },
  },
  webhooks_off: {
    ...nothingDone,
    title: 'Webhooks not configured',
    happened: 'The operator of this gateway has not configured webhooks.',
    toDo: 'Ask the operator, or read the list of events instead: it contains the same events.',
  },
}
