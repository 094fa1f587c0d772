import type { MobileProvider, PaymentPorts } from '../../../core/sente.ts'
import { type Callbacks, callbackToken, callbackUrl } from './callbacks.ts'
import { type ConnectedMarket, connect, connectionsIn, type Reach } from './connections.ts'

/** The networks of the market. */
export type Networks = {
  readonly providerFor: PaymentPorts['providerFor']
  /** The provider of a network of the market; undefined if it is not connected. */
  readonly find: (currency: string, network: string) => MobileProvider | undefined
  /** How many requests a network receives at once; undefined for the default. */
  readonly atOnce: (currency: string, network: string) => number | undefined
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
  const bounds = new Map<string, number | undefined>()
  const calledBack: { token: string; provider: MobileProvider }[] = []
  for (const { currency, network, connection } of connectionsIn(configuration)) {
    const token = callbacks.secret && callbackToken(callbacks.secret, connection.name)
    const provider = wrap(connect(connection, reach, () => callbackUrl(callbacks, token)))
    providers.set(`${currency} ${network}`, provider)
    bounds.set(`${currency} ${network}`, connection.settings.atOnce)
    if (token) calledBack.push({ token, provider })
  }
  const find = (currency: string, network: string) => providers.get(`${currency} ${network}`)
  return {
    calledBack,
    find,
    atOnce: (currency, network) => bounds.get(`${currency} ${network}`),
    providerFor(currency, network) {
      const provider = find(currency, network)
      if (!provider) throw new Error(`${network} is not connected for ${currency}`)
      return provider
    },
  }
}
