import type { HelpOn } from './help.ts'
import { untouched } from './untouched.ts'

/** The help for requests about webhooks. */
export const webhookHelp: HelpOn<'endpoint_not_found' | 'event_not_found' | 'too_many_endpoints' | 'webhooks_off'> = {
  endpoint_not_found: {
    ...untouched,
    happened: 'The account has no webhook endpoint of this id.',
    toDo: 'List the endpoints of the account, and take an id from there.',
  },
  event_not_found: {
    ...untouched,
    happened: 'The account has no event of this id.',
    toDo: 'Take the event_id from the list of events, or from the header webhook-id of a message.',
  },
  too_many_endpoints: {
    ...untouched,
    happened: 'The account has as many webhook endpoints as an account can have.',
    toDo: 'Remove one that is no longer needed, or change its URL.',
    example: { most: 5 },
  },
  webhooks_off: {
    ...untouched,
    happened: 'The operator of this gateway has not configured webhooks.',
    toDo: 'Ask the operator, or read the list of events instead: it has the same news.',
  },
}
