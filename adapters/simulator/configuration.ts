import { airtelProvider } from './airtel/provider.ts'
import { mtnProvider } from './mtn/provider.ts'
import type { Simulator } from './simulator.ts'

/** A simulated network as a provider: its entry in a configuration file, and the credentials that the entry names. */
export type SimulatedProvider = {
  readonly entry: { readonly api: string; readonly base_url: string }
  readonly credentials: Readonly<Record<string, string>>
}

/** The simulated networks as providers, by their names in a sandbox's market. */
export function simulatedProviders({ mtn, airtel }: Simulator): Readonly<Record<'MTN' | 'AIRTEL', SimulatedProvider>> {
  return { MTN: mtnProvider(mtn), AIRTEL: airtelProvider(airtel) }
}

/** A configuration file that connects a gateway to the simulated networks, and the credentials that it names. */
export function liveConfiguration(simulator: Simulator) {
  const { MTN, AIRTEL } = simulatedProviders(simulator)
  const file = {
    currencies: {
      UGX: {
        minimum: 500,
        maximum: 5_000_000,
        networks: {
          AIRTEL: { provider: 'simulated-airtel', names: 'initials' },
          MTN: { provider: 'simulated-mtn', phone_numbers: '256[0-9]{9}', names: 'initials' },
        },
      },
    },
    providers: { 'simulated-mtn': MTN.entry, 'simulated-airtel': { ...AIRTEL.entry, disbursement: 'v2' } },
    // No phone rings.
    limits: { prompts_an_hour: null, prompts_unanswered: null, names_an_hour: null },
  }
  return { file, credentials: { ...MTN.credentials, ...AIRTEL.credentials } }
}
