import type { MtnAccess } from './access.ts'

/** The simulated MTN in the form of a configuration file, with its credentials by the names in that file. */
export function mtnProvider({ baseUrl, targetEnvironment, collection, disbursement }: MtnAccess & { baseUrl: string }) {
  const product = (name: string) => ({
    subscription_key_env: `SIMULATED_MTN_${name}_SUBSCRIPTION_KEY`,
    api_user_env: `SIMULATED_MTN_${name}_API_USER`,
    api_key_env: `SIMULATED_MTN_${name}_API_KEY`,
  })
  return {
    entry: {
      api: 'mtn-momo',
      base_url: baseUrl,
      target_environment: targetEnvironment,
      // The simulator answers as fast as it can.
      enquiries_a_second: 1_000,
      collection: product('COLLECTION'),
      disbursement: product('DISBURSEMENT'),
    },
    credentials: {
      SIMULATED_MTN_COLLECTION_SUBSCRIPTION_KEY: collection.subscriptionKey,
      SIMULATED_MTN_COLLECTION_API_USER: collection.apiUser,
      SIMULATED_MTN_COLLECTION_API_KEY: collection.apiKey,
      SIMULATED_MTN_DISBURSEMENT_SUBSCRIPTION_KEY: disbursement.subscriptionKey,
      SIMULATED_MTN_DISBURSEMENT_API_USER: disbursement.apiUser,
      SIMULATED_MTN_DISBURSEMENT_API_KEY: disbursement.apiKey,
    },
  }
}
