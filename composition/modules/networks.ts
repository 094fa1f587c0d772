import type { Got } from 'got'
import { ContainerModule } from 'inversify'
import { networkClock } from '../../adapters/providers/market/clockWatch.ts'
import { connectNetworks } from '../../adapters/providers/market/connectNetworks.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import { addressFinder } from '../../adapters/providers/transport/names/findAddresses.ts'
import { networkLookup } from '../../adapters/providers/transport/names/networkLookup.ts'
import { channelChangesInto, shortFloatInto } from '../../adapters/telemetry/log/channelChanges.ts'
import { withLog } from '../../adapters/telemetry/log/networkAnswers.ts'
import { channelWatch, floatWatch } from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** The networks of the market, their HTTP client, and the watches over the channels to them and over this machine's clock. */
export function networksModule({ metrics, spans }: Pick<ContainerParts, 'metrics' | 'spans'>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.networkClock).toResolvedValue(
      ...madeFrom(['clock', 'log', 'configuration'], (held) => networkClock({ ...held, http: networkHttp() })),
    )
    bind(t.http).toResolvedValue(...madeFrom(['networkClock'], ({ networkClock: { http } }) => http))
    bind(t.clockWatch).toResolvedValue(...madeFrom(['networkClock'], ({ networkClock: { watch } }) => watch))
    bind(t.networks).toResolvedValue(
      ...madeFrom(['configuration', 'callbacks', 'http', 'clock', 'log'], ({ log, ...held }) =>
        connectNetworks({
          ...held,
          wrap(provider) {
            const logged = withLog(provider, log)
            const counted = metrics?.withAnswers(logged) ?? logged
            return spans?.withExchanges(counted) ?? counted
          },
        }),
      ),
    )
    bind(t.floatWatch).toResolvedValue(
      ...madeFrom(['store', 'clock', 'market', 'log'], ({ store: { operatorMoney, figures }, log, ...ports }) =>
        floatWatch({ ...ports, operatorMoney, figures, onShort: shortFloatInto(log) }),
      ),
    )
    bind(t.channelWatch).toResolvedValue(
      ...madeFrom(
        ['store', 'clock', 'market', 'networks', 'log'],
        ({ store: { channelStops }, networks, log, ...ports }) =>
          channelWatch({ ...ports, ...channelChangesInto(log), channelStops, providerFor: networks.find }),
      ),
    )
  })
}

/** The HTTP client of the networks, whose addresses wait behind no other look-up. */
export function networkHttp(): Got {
  return providerHttp({ lookup: networkLookup(addressFinder()) })
}
