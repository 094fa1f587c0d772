import { pino } from 'pino'
import type { CliStore } from '../../adapters/cli/cli.ts'
import { sandboxPolicy } from '../../core/sente.ts'
import { buildContainer } from '../container.ts'
import { liveWorld } from '../runtime/liveWorld.ts'
import { sandboxConfiguration } from '../sandbox/sandbox.ts'
import { sandboxSecrets } from '../sandbox/secrets.ts'
import type { SandboxSettings, Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'
import { storeKind } from '../stores/registry.ts'
import { tokens } from '../tokens.ts'
import type { World } from '../wiring.ts'

/** Opens the store of the settings for one command, while a server may use it too; migrates nothing. */
export function openStore(settings: Settings, environment: Record<string, string | undefined>): CliStore {
  const { scheme, databasePath, purpose } = settings
  if (!storeKind(scheme).isLasting(databasePath)) {
    throw new SettingsError(`DATABASE_URL is ${scheme}:${databasePath}, which only the server that runs in it can see`)
  }
  const container = buildContainer({
    purpose,
    scheme,
    databasePath,
    log: pino({ level: 'silent' }),
    ...(settings.purpose === 'live' ? liveWorld(settings, environment) : sandboxWorld(settings)),
  })
  const store = container.get(tokens.store)
  return { ...container.get(tokens.accountPorts), quarantines: store.quarantines, close: store.close }
}

/** A sandbox without its networks, which commands do not need. */
function sandboxWorld({ databasePath, pinKeys }: SandboxSettings & Settings): World {
  return {
    pinKeys: () => pinKeys ?? { current: sandboxSecrets(databasePath).pinKey },
    configuration: sandboxConfiguration(),
    policy: sandboxPolicy,
    callbacks: { secret: undefined, publicUrl: () => undefined },
  }
}
