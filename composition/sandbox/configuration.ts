import { connectionTo } from '../../adapters/providers/market/connections.ts'
import type { SimulatedProvider } from '../../adapters/simulator/configuration.ts'
import { loopback } from '../../adapters/written/addressList.ts'
import { calendar, noFees, noRiskLimits, uganda } from '../../core/sente.ts'
import type { Deployment } from '../deployment.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { Settings } from '../settings/settings.ts'
import { sandboxSecrets } from './secrets.ts'

/** Uganda's market. Without providers its networks are not connected, which is enough for commands. */
export function sandboxConfiguration(providers: Readonly<Record<string, SimulatedProvider>> = {}): Configuration {
  return {
    market: uganda,
    riskLimits: noRiskLimits,
    days: calendar({ timeZone: 'Africa/Kampala' }),
    fees: noFees,
    connectionOf(currency, network) {
      const provider = providers[network]
      if (!provider) return undefined
      const credential = (name: string) => provider.credentials[name] ?? ''
      return connectionTo(network.toLowerCase(), provider.entry, { currency, network }, credential)
    },
  }
}

type WebhookSettings = Pick<Settings, 'databasePath' | 'webhookKeys' | 'webhookAllow'>

/** A sandbox's webhooks, which may be sent to the same machine. */
export function sandboxWebhooks(given: WebhookSettings): Deployment['webhooks'] {
  const { databasePath, webhookKeys, webhookAllow } = given
  return {
    keys: () => webhookKeys ?? { current: sandboxSecrets(databasePath).webhookKey },
    rules: { allowed: webhookAllow ?? loopback(), plain: true },
  }
}
