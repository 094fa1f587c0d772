import { ContainerModule } from 'inversify'
import { networkClock } from '../networks/clockWatch.ts'
import { networkHttp } from '../networks/networkHttp.ts'
import { connectNetworks } from '../networks/networks.ts'
import { tokens as t } from '../tokens.ts'

/** The networks of the market, their HTTP client, and the watch that compares this machine's clock with theirs. */
export const networksModule = new ContainerModule(({ bind }) => {
  bind(t.networkClock).toResolvedValue(
    (clock, log, configuration) => networkClock({ clock, log, configuration, http: networkHttp() }),
    [t.clock, t.log, t.configuration],
  )
  bind(t.http).toResolvedValue(({ http }) => http, [t.networkClock])
  bind(t.clockWatch).toResolvedValue(({ watch }) => watch, [t.networkClock])
  bind(t.networks).toResolvedValue(
    (configuration, callbacks, http, clock, log) => connectNetworks({ configuration, callbacks, http, clock, log }),
    [t.configuration, t.callbacks, t.http, t.clock, t.log],
  )
})
