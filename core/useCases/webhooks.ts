import {
  addEndpoint,
  changeEndpoint,
  findEndpoint,
  listAttempts,
  listEndpoints,
  redeliverFrom,
  removeEndpoint,
  rotateEndpointSecret,
} from '../webhooks/endpoints.ts'
import { listFailingEndpoints } from '../webhooks/failingEndpoints.ts'
import { redeliverEvent } from '../webhooks/redeliverEvent.ts'
import { findFailed, redeliverFailed } from '../webhooks/redeliverFailed.ts'

/**
 * The use cases for webhook endpoints.
 *
 * @hidden
 */
export const webhookUseCases = {
  addEndpoint,
  changeEndpoint,
  findEndpoint,
  listAttempts,
  listEndpoints,
  redeliverFrom,
  removeEndpoint,
  rotateEndpointSecret,
  listFailingEndpoints,
  redeliverEvent,
  findFailed,
  redeliverFailed,
}
