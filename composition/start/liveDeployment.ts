import { BlockList } from 'node:net'
import { systemClock } from '../../adapters/node/node.ts'
import { connect, connectionsIn } from '../../adapters/providers/market/connections.ts'
import { livePolicy } from '../../core/sente.ts'
import type { Deployment } from '../deployment.ts'
import { networkHttp } from '../modules/networks.ts'
import { readConfiguration } from '../settings/configuration.ts'
import type { LiveSettings, Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'

/** What live settings determine; throws a SettingsError for a configuration that can't be used. */
export function liveDeployment(
  {
    configPath,
    pinKeys,
    publicUrl,
    callbackSecret: secret,
    webhookKeys,
    webhookAllow,
    pseudonymKey,
  }: LiveSettings & Settings,
  environment: Record<string, string | undefined>,
): Deployment {
  return {
    pinKeys: () => pinKeys,
    pseudonymKey,
    configuration: readConfiguration(configPath, environment),
    policy: livePolicy,
    callbacks: { secret, publicUrl: () => publicUrl },
    webhooks:
      webhookKeys === undefined
        ? undefined
        : { keys: () => webhookKeys, rules: { allowed: webhookAllow ?? new BlockList(), plain: false } },
  }
}

/** The same, fully checked: also the credentials, and whether the networks' adapters can use them. */
export function checkedDeployment(
  settings: LiveSettings & Settings,
  environment: Record<string, string | undefined>,
): Deployment {
  const live = liveDeployment(settings, environment)
  const reach = { http: networkHttp(), clock: systemClock }
  try {
    for (const { connection } of connectionsIn(live.configuration)) connect(connection, reach)
  } catch (error) {
    throw error instanceof TypeError ? new SettingsError(error.message) : error
  }
  return live
}
