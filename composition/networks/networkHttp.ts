import type { Got } from 'got'
import { addressFinder } from '../../adapters/dns/findAddresses.ts'
import { networkLookup } from '../../adapters/dns/networkLookup.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'

/** The HTTP client of the networks, whose addresses wait behind no other look-up. */
export function networkHttp(): Got {
  return providerHttp({ lookup: networkLookup(addressFinder()) })
}
