import { BlockList } from 'node:net'
import { livePolicy } from '../../core/sente.ts'
import { readConfiguration } from '../networks/configuration.ts'
import { checkConnections } from '../networks/networks.ts'
import type { LiveSettings, Settings } from '../settings/settings.ts'
import type { World } from '../wiring.ts'

/** The world of live settings; throws a SettingsError for a configuration that can't be used. */
export function liveWorld(
  { configPath, pinKeys, publicUrl, callbackSecret: secret, webhookKey, webhookAllow }: LiveSettings & Settings,
  environment: Record<string, string | undefined>,
): World {
  return {
    pinKeys: () => pinKeys,
    configuration: readConfiguration(configPath, environment),
    policy: livePolicy,
    callbacks: { secret, publicUrl: () => publicUrl },
    webhooks:
      webhookKey === undefined
        ? undefined
        : { key: () => webhookKey, rules: { allowed: webhookAllow ?? new BlockList(), plain: false } },
  }
}

/** The same, fully checked: also the credentials, and whether the networks' adapters can use them. */
export function checkedWorld(
  settings: LiveSettings & Settings,
  environment: Record<string, string | undefined>,
): World {
  const world = liveWorld(settings, environment)
  checkConnections(world.configuration)
  return world
}
