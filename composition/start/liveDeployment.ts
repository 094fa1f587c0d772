import { BlockList } from 'node:net'
import { livePolicy } from '../../core/sente.ts'
import type { Deployment } from '../deployment.ts'
import { readConfiguration } from '../settings/configuration.ts'
import type { LiveSettings, Settings } from '../settings/settings.ts'

/** The parts that live settings determine. Throws a SettingsError for an unusable configuration. */
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
