import type { Got } from 'got'
import type { Logger } from 'pino'
import { withLog } from '../../adapters/log/networkAnswers.ts'
import { systemClock } from '../../adapters/node/node.ts'
import type { Clock, MobileProvider, PaymentPorts } from '../../core/sente.ts'
import { SettingsError } from '../settings/validated.ts'
import { callbackPath, callbackToken } from './callbacks.ts'
import type { Configuration } from './configuration.ts'
import type { Connection } from './connections.ts'
import { networkHttp } from './networkHttp.ts'
import { networkApi } from './registry.ts'

/** How networks call back: the secret that their paths are made from, and the gateway's public URL once it is known. */
export type Callbacks = { readonly secret: string | undefined; readonly publicUrl: () => string | undefined }

/** The networks of the market. */
export type Networks = {
  readonly providerFor: PaymentPorts['providerFor']
  /** Whether `providerFor` has a provider for a network of the market. */
  readonly isConnected: (currency: string, network: string) => boolean
  /** Each network with the token of its callbacks' path. */
  readonly calledBack: readonly { readonly token: string; readonly provider: MobileProvider }[]
}

type Parts = { configuration: Configuration; callbacks: Callbacks; http: Got; clock: Clock; log: Logger }

/** Connects every network of the market once. */
export function connectNetworks({ configuration, callbacks, ...parts }: Parts): Networks {
  const providers = new Map<string, MobileProvider>()
  const calledBack: { token: string; provider: MobileProvider }[] = []
  for (const [currency, { networks }] of configuration.market) {
    for (const { name: network } of networks) {
      const connection = configuration.connectionOf(currency, network)
      if (!connection) continue
      const token = callbacks.secret && callbackToken(callbacks.secret, connection.name)
      const provider = withLog(
        connect(connection, () => callbackUrl(callbacks, token), parts),
        parts.log,
      )
      providers.set(`${currency} ${network}`, provider)
      if (token) calledBack.push({ token, provider })
    }
  }
  return {
    calledBack,
    isConnected: (currency, network) => providers.has(`${currency} ${network}`),
    providerFor(currency, network) {
      const provider = providers.get(`${currency} ${network}`)
      if (!provider) throw new Error(`${network} is not connected for ${currency}`)
      return provider
    },
  }
}

/** Throws a SettingsError for settings that a network can't be connected with; connects none. */
export function checkConnections({ market, connectionOf }: Configuration): void {
  const reach = { http: networkHttp(), clock: systemClock }
  for (const [currency, { networks }] of market) {
    for (const { name } of networks) {
      const connection = connectionOf(currency, name)
      if (connection) connect(connection, () => undefined, reach)
    }
  }
}

type Reach = Pick<Parts, 'http' | 'clock'>

/** Makes the provider of a connection; throws a SettingsError for settings that its adapter can't use. */
export function connect(
  connection: Connection,
  callbackUrl: () => string | undefined,
  { http, clock }: Reach,
): MobileProvider {
  try {
    return networkApi(connection.api).connect({ settings: connection.settings, callbackUrl, http, clock })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SettingsError(`providers.${connection.name}: ${error.message}`)
  }
}

/** Where a network calls back: configured in the portal for Airtel, sent with each request to MTN. */
export function callbackUrl({ publicUrl }: Callbacks, token: string | undefined): string | undefined {
  const base = publicUrl()
  return base === undefined || !token ? undefined : `${base}${callbackPath(token)}`
}
