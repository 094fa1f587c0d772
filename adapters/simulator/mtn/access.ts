/** One of MTN's products. Each has its own subscription, API users and tokens. */
export type MtnProduct = 'collection' | 'disbursement' | 'remittance'

/** MTN's products. */
export const mtnProducts: readonly MtnProduct[] = ['collection', 'disbursement', 'remittance']

/** The credentials that MTN issues to a client for one product. */
export type MtnCredentials = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string }

/** The credentials of a client of MTN. */
export type MtnAccess = { readonly targetEnvironment: string } & Readonly<Record<MtnProduct, MtnCredentials>>

/**
 * The credentials that the simulated MTN accepts. They never change, so that a client's settings stay valid across
 * restarts.
 */
export const mtnAccess: MtnAccess = {
  targetEnvironment: 'sandbox',
  collection: {
    subscriptionKey: 'simulated-collection-subscription',
    apiUser: '00000000-0000-4000-8000-00000000c011',
    apiKey: 'simulated-collection-api-key',
  },
  disbursement: {
    subscriptionKey: 'simulated-disbursement-subscription',
    apiUser: '00000000-0000-4000-8000-00000000d15b',
    apiKey: 'simulated-disbursement-api-key',
  },
  remittance: {
    subscriptionKey: 'simulated-remittance-subscription',
    apiUser: '00000000-0000-4000-8000-000000004e31',
    apiKey: 'simulated-remittance-api-key',
  },
}
