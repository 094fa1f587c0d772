import { addressFinder } from '../../../../adapters/providers/transport/names/findAddresses.ts'
import { type PosterOptions, poster } from '../../../../adapters/webhooks/post.ts'
import { webhookTools } from '../../../../adapters/webhooks/tools.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { overHttp } from '../../../stages/overHttp.ts'
import { loopback, secretOf } from './openDeliveries.ts'

/** A URL of an endpoint. */
export const url = 'https://shop.example/hooks'

/** An API with webhooks, over the same store as its payments. */
export async function openHooks(sending: Partial<PosterOptions> = {}) {
  const rules = { allowed: loopback(), plain: true }
  const { post } = poster({ ...rules, find: addressFinder(), ...sending })
  const api = await overHttp((ports, useCases) => ({
    webhooks: { ...useCases, ...webhookTools({ ...ports, post, rules, secretOf }) },
  }))

  /** Sends a request about endpoints. */
  const send = (method: string, path = '', body?: object, authorization = api.authorization) => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    return api.ask(method, `/api/v1/webhook-endpoints${path}`, headers, body && JSON.stringify(body))
  }
  const create = async (body: object = { url }) => dataOf(await send('POST', '', body))
  return { api, send, create }
}
