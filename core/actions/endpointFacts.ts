import type { Facts } from '../ports/operators/actions.ts'
import type { WebhookEndpoint } from '../ports/webhooks.ts'
import type { Done } from './attribution.ts'

/** An endpoint in the words of an action; of its secret only the generation. */
export function endpointFacts({ url, types, disabledBecause, generation }: WebhookEndpoint): Facts {
  return { url, types, enabled: disabledBecause === null, secret: generation }
}

/** The action for an operator's change of an endpoint; undefined when nothing has changed. */
export function changedEndpointDone(before: WebhookEndpoint, after: WebhookEndpoint): Done | undefined {
  const [was, is] = [endpointFacts(before), endpointFacts(after)]
  if (JSON.stringify(was) === JSON.stringify(is)) return undefined
  const kind = before.generation === after.generation ? 'webhook.set' : 'webhook.rotate'
  return { kind, ...ofEndpoint(after), before: was, after: is }
}

/** The account and the id of the endpoint of an action. */
export function ofEndpoint({ accountId, id }: WebhookEndpoint): Pick<Done, 'accountId' | 'subject'> {
  return { accountId, subject: `endpoint ${id}` }
}
