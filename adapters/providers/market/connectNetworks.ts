import type { MobileProvider, PaymentPorts } from '../../../core/sente.ts'
import type { NetworkSettings } from '../networkApi.ts'
import { enquiriesAtOnce } from '../transport/guardedSend.ts'
import { type Callbacks, callbackToken, callbackUrl } from './callbacks.ts'
import { type ConnectedMarket, connect, connectionsIn, type Reach } from './connections.ts'

/** The networks of the market. */
export type Networks = {
  readonly providerFor: PaymentPorts['providerFor']
  /** The provider of a network of the market; undefined if it is not connected. */
  readonly find: (currency: string, network: string) => MobileProvider | undefined
  /** How many requests a network receives at once; undefined for the default. */
  readonly atOnce: (currency: string, network: string) => number | undefined
  /** How many enquiries to a network can be under way at once; undefined if it is not connected. */
  readonly enquiriesAtOnce: (currency: string, network: string) => number | undefined
  /** Each network with the token in the path of its callbacks. */
  readonly calledBack: readonly { readonly token: string; readonly provider: MobileProvider }[]
}

type Parts = Reach & {
  readonly configuration: ConnectedMarket
  readonly callbacks: Callbacks
  /** Wraps each provider, for example to log its answers. */
  readonly wrap: (provider: MobileProvider) => MobileProvider
}

/** Connects every network of the market once. Throws a TypeError for settings that an adapter can't use. */
export function connectNetworks({ configuration, callbacks, wrap, ...reach }: Parts): Networks {
  const providers = new Map<string, MobileProvider>()
  const settings = new Map<string, NetworkSettings>()
  const calledBack: { token: string; provider: MobileProvider }[] = []
  for (const { currency, network, connection } of connectionsIn(configuration)) {
    const token = callbacks.secret && callbackToken(callbacks.secret, connection.name)
    const provider = wrap(connect(connection, reach, () => callbackUrl(callbacks, token)))
    providers.set(`${currency} ${network}`, provider)
    settings.set(`${currency} ${network}`, connection.settings)
    if (token) calledBack.push({ token, provider })
  }
  const find = (currency: string, network: string) => providers.get(`${currency} ${network}`)
  return {
    calledBack,
    find,
    atOnce: (currency, network) => settings.get(`${currency} ${network}`)?.atOnce,
    enquiriesAtOnce(currency, network) {
      const found = settings.get(`${currency} ${network}`)
      return found && enquiriesAtOnce(found)
    },
    providerFor(currency, network) {
      const provider = find(currency, network)
      if (!provider) throw new Error(`${network} is not connected for ${currency}`)
      return provider
    },
  }
}
