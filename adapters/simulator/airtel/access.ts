/** What Airtel issues to a client, and where that client is at home. */
export type AirtelAccess = {
  readonly clientId: string
  readonly clientSecret: string
  /** The four digits that a payout needs. */
  readonly pin: string
  readonly country: 'UG'
  readonly currency: 'UGX'
}

/** What the simulated Airtel lets in; always the same, so that a client's settings outlive a restart. */
export const airtelAccess: AirtelAccess = {
  clientId: '00000000-0000-4000-8000-00000000a1e7',
  clientSecret: 'simulated-airtel-client-secret',
  pin: '2468',
  country: 'UG',
  currency: 'UGX',
}
