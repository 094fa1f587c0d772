import type { Got } from 'got'
import { networkClock } from '../../adapters/providers/market/clockWatch.ts'
import { connectNetworks } from '../../adapters/providers/market/connectNetworks.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import { addressFinder } from '../../adapters/providers/transport/names/findAddresses.ts'
import { networkLookup } from '../../adapters/providers/transport/names/networkLookup.ts'
import { channelChangesInto, shortFloatInto } from '../../adapters/telemetry/log/channelChanges.ts'
import { withLog } from '../../adapters/telemetry/log/networkAnswers.ts'
import { channelWatch, floatWatch } from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import type { Hold } from '../tokens.ts'

/** The networks of the market, their HTTP client, and the watches over the channels to them and over this machine's clock. */
export function holdNetworks(hold: Hold, { metrics, spans }: ContainerParts): void {
  hold('networkClock', ({ clock, log, configuration }) =>
    networkClock({ clock, log, configuration, http: networkHttp() }),
  )
  hold('http', ({ networkClock: { http } }) => http)
  hold('clockWatch', ({ networkClock: { watch } }) => watch)
  hold('networks', ({ configuration, callbacks, http, clock, log }) =>
    connectNetworks({
      configuration,
      callbacks,
      http,
      clock,
      wrap(provider) {
        const logged = withLog(provider, log)
        const counted = metrics?.withAnswers(logged) ?? logged
        return spans?.withExchanges(counted) ?? counted
      },
    }),
  )
  hold('floatWatch', ({ store: { operatorMoney, figures }, clock, market, log }) =>
    floatWatch({ clock, market, operatorMoney, figures, onShort: shortFloatInto(log) }),
  )
  hold('channelWatch', ({ store: { channelStops }, clock, market, networks, log }) =>
    channelWatch({ clock, market, ...channelChangesInto(log), channelStops, providerFor: networks.find }),
  )
}

/** The HTTP client of the networks, whose addresses wait behind no other look-up. */
export function networkHttp(): Got {
  return providerHttp({ lookup: networkLookup(addressFinder()) })
}
