import { pino } from 'pino'
import type { CliStore } from '../../adapters/cli/cli.ts'
import { addressList } from '../../adapters/written/addressList.ts'
import { noFees, sandboxPolicy } from '../../core/sente.ts'
import type { Deployment } from '../deployment.ts'
import { buildPorts } from '../ports.ts'
import { sandboxConfiguration, sandboxWebhooks } from '../sandbox/configuration.ts'
import { exampleFees } from '../sandbox/fees.ts'
import { sandboxSecrets } from '../sandbox/secrets.ts'
import type { SandboxSettings, Settings } from '../settings/settings.ts'
import { shownUrl, storeKind } from '../settings/storeKinds.ts'
import { SettingsError } from '../settings/validated.ts'
import { liveDeployment } from '../start/liveDeployment.ts'
import { heldIn } from '../tokens.ts'

/** Opens the store of the settings for one command. A server may use it too. Migrates nothing. */
export async function openStore(
  settings: Settings,
  environment: Record<string, string | undefined>,
): Promise<CliStore> {
  const { scheme, databasePath, purpose } = settings
  const { isLasting, open } = storeKind(scheme)
  if (!isLasting(databasePath)) {
    throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, which only the server that runs in it can see`)
  }
  const world = settings.purpose === 'live' ? liveDeployment(settings, environment) : sandboxDeployment(settings)
  const store = await open(databasePath, { purpose })
  try {
    const held = heldIn(buildPorts({ store, log: pino({ level: 'silent' }), ...world }))
    const { riskLimits, fees } = held.configuration
    return {
      ...store,
      ...held.accountPorts,
      riskLimits,
      fees,
      fourEyes: settings.fourEyes,
      isAddressList: (addresses) => addressList(addresses) !== undefined,
      ...('publicUrl' in settings && { publicUrl: settings.publicUrl }),
      webhookTools: () => held.webhookTools ?? withoutWebhooks(),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

function withoutWebhooks(): never {
  throw new SettingsError('SENTE_WEBHOOK_KEY is missing: without it there are no webhooks')
}

/** A sandbox without its networks, which commands do not need. */
function sandboxDeployment(settings: SandboxSettings & Settings): Deployment {
  const { databasePath, pinKeys } = settings
  return {
    pinKeys: () => pinKeys ?? { current: sandboxSecrets(databasePath).pinKey },
    pseudonymKey: settings.pseudonymKey,
    webhooks: sandboxWebhooks(settings),
    configuration: { ...sandboxConfiguration(), fees: settings.sandboxFees ? exampleFees : noFees },
    policy: sandboxPolicy,
    callbacks: { secret: undefined, publicUrl: () => undefined },
  }
}
