import type { Simulation } from '../../adapters/cli/deps.ts'
import { type Simulator, startSimulator } from '../../adapters/simulator/simulator.ts'
import { noRiskLimits } from '../../core/sente.ts'
import { writeSecretFile } from '../sandbox/secretFile.ts'
import type { Process } from '../start/serve.ts'

/** Runs the simulated networks until a signal says to stop; resolves with the exit code. */
export async function runSimulator(
  { port, dataFile, configOut }: Simulation,
  { say, stopSignal }: Pick<Process, 'say' | 'stopSignal'>,
): Promise<number> {
  const stop = stopSignal()
  const simulator = await startSimulator({
    ...(port !== undefined && { port }),
    ...(dataFile !== undefined && { dataFile }),
  })
  try {
    say(`The simulated networks are up at ${simulator.url}\n`)
    if (configOut !== undefined) say(writeConfiguration(simulator, configOut))
    say('Stop with Ctrl-C.\n')
    await stop
  } finally {
    await simulator.close()
  }
  return 0
}

/** Writes the configuration and, next to it, the credentials as shell variables; returns how to use them. */
function writeConfiguration({ mtn, airtel }: Simulator, path: string): string {
  const variables = {
    SIMULATED_MTN_COLLECTION_SUBSCRIPTION_KEY: mtn.collection.subscriptionKey,
    SIMULATED_MTN_COLLECTION_API_USER: mtn.collection.apiUser,
    SIMULATED_MTN_COLLECTION_API_KEY: mtn.collection.apiKey,
    SIMULATED_MTN_DISBURSEMENT_SUBSCRIPTION_KEY: mtn.disbursement.subscriptionKey,
    SIMULATED_MTN_DISBURSEMENT_API_USER: mtn.disbursement.apiUser,
    SIMULATED_MTN_DISBURSEMENT_API_KEY: mtn.disbursement.apiKey,
    SIMULATED_AIRTEL_CLIENT_ID: airtel.clientId,
    SIMULATED_AIRTEL_CLIENT_SECRET: airtel.clientSecret,
    SIMULATED_AIRTEL_PIN: airtel.pin,
    SIMULATED_AIRTEL_PIN_KEY: airtel.publicKey,
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
  writeSecretFile(path, `${JSON.stringify(configuration(mtn, airtel), null, 2)}\n`)
  writeSecretFile(`${path}.env`, lines.join(''))
  return `Use them with SENTE_CONFIG=${path} and the credentials of: set -a; . ${path}.env; set +a\n`
}

function configuration(mtn: Simulator['mtn'], airtel: Simulator['airtel']) {
  const product = (name: string) => ({
    subscription_key_env: `SIMULATED_MTN_${name}_SUBSCRIPTION_KEY`,
    api_user_env: `SIMULATED_MTN_${name}_API_USER`,
    api_key_env: `SIMULATED_MTN_${name}_API_KEY`,
  })
  return {
    currencies: {
      UGX: {
        minimum: 500,
        maximum: 5_000_000,
        networks: {
          AIRTEL: { provider: 'simulated-airtel' },
          MTN: { provider: 'simulated-mtn', phone_numbers: '256[0-9]{9}' },
        },
      },
    },
    providers: {
      'simulated-mtn': {
        api: 'mtn-momo',
        base_url: mtn.baseUrl,
        target_environment: mtn.targetEnvironment,
        collection: product('COLLECTION'),
        disbursement: product('DISBURSEMENT'),
      },
      'simulated-airtel': {
        api: 'airtel-money',
        base_url: airtel.baseUrl,
        country: airtel.country,
        country_code: '256',
        client_id_env: 'SIMULATED_AIRTEL_CLIENT_ID',
        client_secret_env: 'SIMULATED_AIRTEL_CLIENT_SECRET',
        pin_env: 'SIMULATED_AIRTEL_PIN',
        pin_key_env: 'SIMULATED_AIRTEL_PIN_KEY',
        pin_padding: airtel.pinPadding,
        disbursement: 'v2',
      },
    },
    // No phone rings.
    limits: noRiskLimits,
  }
}
