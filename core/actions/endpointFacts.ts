import type { Facts } from '../ports/operators/actions.ts'
import type { WebhookEndpoint } from '../ports/webhooks.ts'
import type { Done } from './attribution.ts'

/** An endpoint in the words of an action; of its secret only which one it is. */
export function endpointFacts({ url, types, disabledBecause, generation }: WebhookEndpoint): Facts {
  return { url, types, enabled: disabledBecause === null, secret: generation }
}

/** What an operator has made of an endpoint; nothing when it is as it was. */
export function changedEndpointDone(before: WebhookEndpoint, after: WebhookEndpoint): Done | undefined {
  const [was, is] = [endpointFacts(before), endpointFacts(after)]
  if (JSON.stringify(was) === JSON.stringify(is)) return undefined
  const kind = before.generation === after.generation ? 'webhook.set' : 'webhook.rotate'
  return { kind, ...ofEndpoint(after), before: was, after: is }
}

/** Whose endpoint an action is about, and which one. */
export function ofEndpoint({ accountId, id }: WebhookEndpoint): Pick<Done, 'accountId' | 'subject'> {
  return { accountId, subject: `endpoint ${id}` }
}
