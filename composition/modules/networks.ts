import { ContainerModule } from 'inversify'
import { networkClock } from '../networks/clockWatch.ts'
import { networkHttp } from '../networks/networkHttp.ts'
import { connectNetworks } from '../networks/networks.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** The networks of the market, their HTTP client, and the watch that compares this machine's clock with theirs. */
export const networksModule = new ContainerModule(({ bind }) => {
  bind(t.networkClock).toResolvedValue(
    ...madeFrom(['clock', 'log', 'configuration'], (held) => networkClock({ ...held, http: networkHttp() })),
  )
  bind(t.http).toResolvedValue(({ http }) => http, [t.networkClock])
  bind(t.clockWatch).toResolvedValue(({ watch }) => watch, [t.networkClock])
  bind(t.networks).toResolvedValue(...madeFrom(['configuration', 'callbacks', 'http', 'clock', 'log'], connectNetworks))
})
