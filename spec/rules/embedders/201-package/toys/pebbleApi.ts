import {
  commonSettings,
  entrySchema,
  type NetworkApi,
  type NetworkSettings,
  type ProviderEntry,
  type Served,
} from '../../../../../adapters/providers/networkApi.ts'

type PebbleEntry = ProviderEntry & { readonly colour: string }

type PebbleSettings = NetworkSettings & { readonly colour: string }

/** A network that moves pebbles: it executes every payment at once, and remembers the executed ones. */
export const pebbleApi: NetworkApi = {
  api: 'pebble',
  schema: entrySchema('pebble', { colour: { type: 'string', minLength: 1, expected: 'a colour' } }),
  whyNoProof: () => undefined,
  settingsOf: (entry: PebbleEntry, served: Served): PebbleSettings => ({
    ...commonSettings(entry, served),
    colour: entry.colour,
  }),
  connect({ settings }: { settings: PebbleSettings } & Parameters<NetworkApi['connect']>[0]) {
    const executed = new Map<string, string>()
    const submit = async ({ providerId }: { providerId: string }) => {
      const providerRef = `${settings.colour}-${executed.size + 1}`
      executed.set(providerId, providerRef)
      return { outcome: 'succeeded', providerRef } as const
    }
    return {
      fingerprint: `${settings.network} ${settings.baseUrl} ${settings.colour}`,
      providerId: ({ random }) => random,
      payOut: submit,
      requestPayment: submit,
      async enquire({ providerId }) {
        const providerRef = executed.get(providerId)
        return providerRef === undefined ? { outcome: 'notFound' } : { outcome: 'succeeded', providerRef, seen: {} }
      },
      identifyCallback: () => undefined,
    }
  },
}
