import type { Limits } from '../adapters/http/limits.ts'
import { readEnvironment } from './environment.ts'
import { trustedProxies } from './trustedProxies.ts'

/** Reads from environment variables which limits are not the usual ones; throws a SettingsError for what can't be used. */
export function readLimits(variables: Record<string, string | undefined>): Partial<Limits> {
  const environment = readEnvironment(variables)
  const { SENTE_ACCOUNT_RATE: accountRate, SENTE_FAILED_KEY_RATE: failedKeyRate } = environment
  const { SENTE_MAX_CONNECTIONS: connections, SENTE_TRUSTED_PROXIES: proxies } = environment
  return {
    ...(accountRate !== undefined && { accountRate }),
    ...(failedKeyRate !== undefined && { failedKeyRate }),
    ...(connections !== undefined && { connections }),
    ...(proxies !== undefined && { trustedProxies: trustedProxies(proxies) }),
  }
}
