import { sandboxGreeting } from '../../adapters/cli/server/greeting.ts'
import type { Callbacks } from '../../adapters/providers/market/callbacks.ts'
import { callbackPath, callbackToken } from '../../adapters/providers/market/callbacks.ts'
import { simulatedProviders } from '../../adapters/simulator/configuration.ts'
import { type Simulator, startSimulator } from '../../adapters/simulator/simulator.ts'
import { liveRiskLimits, noFees, noRiskLimits, sandboxPolicy } from '../../core/sente.ts'
import type { Deployment } from '../deployment.ts'
import type { SandboxSettings, Settings } from '../settings/settings.ts'
import { sandboxConfiguration, sandboxWebhooks } from './configuration.ts'
import { demoAccount, demoPin } from './demo.ts'
import { exampleFees } from './fees.ts'
import { firstInvitations } from './invitations.ts'
import { type DemoKeys, keepSandboxSecrets, sandboxSecrets } from './secrets.ts'

type Given = Pick<
  Settings,
  'databasePath' | 'sandboxLimits' | 'sandboxFees' | 'publicUrl' | 'webhookKeys' | 'pseudonymKey' | 'webhookAllow'
> &
  Pick<SandboxSettings, 'pinKeys'>

/** Starts the simulated networks of a sandbox. The function that stops them is added to `closers`. */
export async function startSandbox(given: Given, closers: (() => unknown)[]): Promise<Deployment> {
  const { databasePath, sandboxLimits, sandboxFees, pinKeys } = given
  const kept = sandboxSecrets(databasePath)
  const simulator = await startNetworks(databasePath, kept.simulatorPort)
  closers.push(simulator.close)
  const secrets = keepSandboxSecrets(databasePath, { ...kept, simulatorPort: Number(new URL(simulator.url).port) })
  const demo = expectedDemo()
  let { publicUrl } = given
  const callbacks: Callbacks = { secret: secrets.callbackSecret, publicUrl: () => publicUrl }
  return {
    pinKeys: () => pinKeys ?? { current: secrets.pinKey },
    pseudonymKey: given.pseudonymKey,
    configuration: {
      ...sandboxConfiguration(simulatedProviders(simulator)),
      riskLimits: sandboxLimits ? liveRiskLimits : noRiskLimits,
      fees: sandboxFees ? exampleFees : noFees,
    },
    policy: sandboxPolicy,
    callbacks,
    webhooks: sandboxWebhooks(given),
    sandbox: { phones: simulator.phones, demo: demo.made },
    async greet(url, ports) {
      publicUrl ??= url
      simulator.airtel.callBackAt(`${publicUrl}${callbackPath(callbackToken(secrets.callbackSecret, 'airtel'))}`)
      const made = { ...(await demoAccount(ports, { databasePath, secrets })), pin: demoPin }
      demo.make(made)
      const invitations = await firstInvitations(ports, made.accountId)
      return sandboxGreeting({ url, demo: made, reference: `try-${Date.now()}`, invitations })
    },
  }
}

type Demo = DemoKeys & { readonly pin: string }

/** The demo account, which is made once the gateway listens. */
function expectedDemo() {
  let make = (_: Demo) => {}
  const made = new Promise<Demo>((resolve) => {
    make = resolve
  })
  return { made, make }
}

/** On their previous port, if it is free. On another they would count as other networks, by their fingerprint. */
async function startNetworks(databasePath: string, port = 0): Promise<Simulator> {
  const dataFile = databasePath === ':memory:' ? {} : { dataFile: `${databasePath}-networks.jsonl` }
  try {
    return await startSimulator({ ...dataFile, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return startSimulator(dataFile)
  }
}
