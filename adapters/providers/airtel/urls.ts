import type { Way } from '../../../core/sente.ts'
import { rootOf } from '../networkApi.ts'
import type { AirtelPaths, AirtelSettings, AirtelVersion } from './settings.ts'

/** The URL of each operation. */
type AirtelUrls = {
  readonly token: string
  readonly payments: string
  readonly disbursements: string
  paymentEnquiry(id: string): string
  disbursementEnquiry(id: string): string
  /** Undefined if Airtel does not report the balance of the wallet for payments in this direction. */
  balance(way: Way): string | undefined
  /** The URL of the owner of a phone number, by its national digits. */
  user(msisdn: string): string
}

/** Builds the URLs. Throws when the path of an enquiry has no `{id}`. */
export function airtelUrls(settings: AirtelSettings): AirtelUrls {
  const { disbursement = 'v1' } = settings
  const { token, ...paths } = { ...documented[disbursement], ...settings.paths }
  const root = airtelRoot(settings)
  return {
    token: `${rootOf(settings.baseUrl)}${token}`,
    payments: root + paths.payments,
    disbursements: root + paths.disbursements,
    paymentEnquiry: template(root + paths.paymentEnquiry),
    disbursementEnquiry: template(root + paths.disbursementEnquiry),
    user: (msisdn) => `${root}/standard/v1/users/${msisdn}`,
    balance(way) {
      if (settings.balance === 'v2') return `${root}/standard/v2/users/balance?type=${wallets[way]}`
      return settings.balance === 'v1' && way === 'collection' ? `${root}/standard/v1/users/balance` : undefined
    },
  }
}

const wallets = { payout: 'DISB', collection: 'COLL' } as const

/** The URL before all paths but the token's. */
export function airtelRoot({ baseUrl, prefix = '' }: Pick<AirtelSettings, 'baseUrl' | 'prefix'>): string {
  return rootOf(`${rootOf(baseUrl)}/${prefix.replace(/^\/+/, '')}`)
}

function template(url: string): (id: string) => string {
  if (!url.includes('{id}')) throw new TypeError('the path of an enquiry to Airtel needs {id} in it')
  return (id) => url.replace('{id}', () => encodeURIComponent(id))
}

const common = {
  token: '/auth/oauth2/token',
  payments: '/merchant/v1/payments/',
  paymentEnquiry: '/standard/v1/payments/{id}',
}

const documented: Readonly<Record<AirtelVersion, AirtelPaths>> = {
  v1: {
    ...common,
    disbursements: '/standard/v1/disbursements/',
    disbursementEnquiry: '/standard/v1/disbursements/{id}',
  },
  v2: {
    ...common,
    disbursements: '/standard/v2/disbursements/',
    disbursementEnquiry: '/standard/v2/disbursements/{id}?transactionType=B2C',
  },
  v3: {
    ...common,
    disbursements: '/standard/v3/disbursements',
    disbursementEnquiry: '/standard/v3/disbursements/{id}',
  },
}
