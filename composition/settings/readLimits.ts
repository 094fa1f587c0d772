import type { Limits } from '../../adapters/http/limits.ts'
import { readEnvironment } from './environment.ts'
import { trustedProxies } from './trustedProxies.ts'

/** Reads from environment variables which limits are not the usual ones; throws a SettingsError for what can't be used. */
export function readLimits(variables: Record<string, string | undefined>): Partial<Limits> {
  const environment = readEnvironment(variables)
  const { SENTE_TRUSTED_PROXIES: proxies } = environment
  const given = {
    accountRate: environment.SENTE_ACCOUNT_RATE,
    failedKeyRate: environment.SENTE_FAILED_KEY_RATE,
    connections: environment.SENTE_MAX_CONNECTIONS,
    requestSeconds: environment.SENTE_REQUEST_SECONDS,
    keepAliveSeconds: environment.SENTE_IDLE_SECONDS,
    trustedProxies: proxies === undefined ? undefined : trustedProxies(proxies),
  }
  return Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined))
}
