/** The credentials that Airtel issues to a client, and the client's country. */
export type AirtelAccess = {
  readonly clientId: string
  readonly clientSecret: string
  /** The four digits that a payout requires. */
  readonly pin: string
  readonly country: 'UG'
  readonly currency: 'UGX'
}

/**
 * The credentials that the simulated Airtel accepts. They never change, so that a client's settings stay valid across
 * restarts.
 */
export const airtelAccess: AirtelAccess = {
  clientId: '00000000-0000-4000-8000-00000000a1e7',
  clientSecret: 'simulated-airtel-client-secret',
  pin: '2468',
  country: 'UG',
  currency: 'UGX',
}
