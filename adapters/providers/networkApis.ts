import { airtelMoneyApi } from './airtel/airtelMoneyApi.ts'
import { mtnMomoApi } from './mtn/mtnMomoApi.ts'
import type { NetworkApi } from './networkApi.ts'

/** Every kind of network for configurations, in the order of a message that lists them. */
export const networkApis: readonly NetworkApi[] = [mtnMomoApi, airtelMoneyApi]

/** The kind of network with this `api`. Throws if there is none. */
export function networkApi(api: string): NetworkApi {
  const found = networkApis.find((one) => one.api === api)
  if (!found) throw new Error(`there is no network ${api}`)
  return found
}
