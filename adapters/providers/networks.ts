/**
 * The mobile money networks, over got.
 *
 * @module sente/networks
 */

export {
  type AirtelPadding,
  type AirtelParts,
  type AirtelPaths,
  type AirtelSettings,
  type AirtelVersion,
  type AirtelWalletType,
  airtelMoney,
} from './airtel/airtelMoney.ts'
export { type MtnParts, type MtnProduct, type MtnSettings, mtnMomo } from './mtn/mtnMomo.ts'
export { type ProviderHttpOptions, providerHttp } from './transport/http/providerHttp.ts'
export type { ReleaseOn, ReleasePair } from './transport/releaseOn.ts'
