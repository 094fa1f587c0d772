import { patient } from '../core/sente.ts'
import { readConfiguration } from './configuration.ts'
import type { World } from './container.ts'
import type { LiveSettings, Settings } from './settings.ts'

/** What live settings give to the wiring; throws a SettingsError for a configuration that can't be used. */
export function liveWorld(
  { configPath, pinKeys, publicUrl, callbackSecret: secret }: LiveSettings & Settings,
  environment: Record<string, string | undefined>,
): World {
  return {
    pinKeys: () => pinKeys,
    configuration: readConfiguration(configPath, environment),
    policy: patient,
    callbacks: { secret, publicUrl: () => publicUrl },
  }
}
