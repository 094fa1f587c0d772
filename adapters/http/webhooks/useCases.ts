import {
  addEndpoint,
  type Books,
  changeEndpoint,
  type EndpointPorts,
  findEndpoint,
  listAttempts,
  listEndpoints,
  redeliverEvent,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../../core/sente.ts'
import type { WebhookDeps } from '../endpoint.ts'

/** The use cases for merchants' endpoints: the core's, and those of webhooks. */
export function webhookDeps(
  ports: EndpointPorts & { readonly books: Pick<Books, 'events'> },
  tools: Pick<WebhookDeps, 'readUrl' | 'secretOf' | 'tryOut'>,
): WebhookDeps {
  return {
    addEndpoint: addEndpoint(ports),
    listEndpoints: listEndpoints(ports),
    findEndpoint: findEndpoint(ports),
    changeEndpoint: changeEndpoint(ports),
    rotateEndpointSecret: rotateEndpointSecret(ports),
    removeEndpoint: removeEndpoint(ports),
    listAttempts: listAttempts(ports),
    redeliverEvent: redeliverEvent(ports),
    ...tools,
  }
}
