/** A mobile money network as one currency's market knows it. */
export type Network = {
  /** The name that merchants send, such as `MTN`; case-sensitive. */
  readonly name: string
  /** What people call it, such as `MTN MoMo`; its name by default. */
  readonly displayName?: string
  /**
   * What its phone numbers begin with, in international digits without a plus sign; absent: not known. A number may have been
   * taken to another network, so this is a prediction.
   */
  readonly prefixes?: readonly string[]
  /** Whether a payment over it is refused for a number that begins as another network's do; otherwise it is asked. */
  readonly isStrict?: boolean
  /** What a phone number of this network looks like, in international digits without a plus sign; absent: anything. */
  readonly phoneNumbers?: RegExp
  /** How merchants are told who has a phone number: not at all where this is absent. */
  readonly names?: 'initials' | 'full'
  /** Whether payouts are paid from the wallet that collections go to; otherwise each product has one of its own. */
  readonly hasOneFloat?: boolean
  /** Whether a payout that is more than what is known to be in the float is refused; otherwise the network is asked. */
  readonly refusesBeyondFloat?: boolean
}

/** One currency of the market. */
export type CurrencyMarket = {
  /** Smallest amount of one transaction, in major units. */
  readonly minimum: number
  /** Largest amount of one transaction, in major units. */
  readonly maximum: number
  /** In the order in which a refusal lists them. */
  readonly networks: readonly Network[]
}

/** The currencies that can be sent and collected, by ISO 4217 code; case-sensitive. */
export type Market = ReadonlyMap<string, CurrencyMarket>

/** The names of a market's networks, each once, in the order in which a refusal lists them. */
export function networkNames(market: Market): readonly string[] {
  return [...new Set([...market.values()].flatMap(({ networks }) => networks.map(({ name }) => name)))]
}

/** A network that a phone number seems to be of: by what it begins with, or because it can have such numbers at all. */
export type Prediction = { readonly network: string; readonly certainty: 'prefix' | 'pattern' }

/**
 * The networks that a phone number may be of, the likeliest first. Where its beginning is that of one, others that know
 * what theirs begin with are left out.
 */
export function predictNetworks(phoneNumber: string, networks: readonly Network[]): readonly Prediction[] {
  const able = networks.filter(({ phoneNumbers }) => phoneNumbers?.test(phoneNumber) ?? true)
  const byPrefix = able.filter((network) => hasPrefix(network, phoneNumber))
  const others = able.filter(({ prefixes }) => byPrefix.length === 0 || prefixes === undefined)
  return [
    ...byPrefix.map(({ name: network }) => ({ network, certainty: 'prefix' as const })),
    ...others.map(({ name: network }) => ({ network, certainty: 'pattern' as const })),
  ]
}

/** Whether a phone number begins as those of other networks do, and not as this one's. */
export function isOfAnother(phoneNumber: string, network: Network, networks: readonly Network[]): boolean {
  return !hasPrefix(network, phoneNumber) && networks.some((other) => hasPrefix(other, phoneNumber))
}

function hasPrefix({ prefixes = [] }: Network, phoneNumber: string): boolean {
  return prefixes.some((prefix) => phoneNumber.startsWith(prefix))
}

/**
 * What phone numbers of Uganda's networks begin with. By libphonenumber's data on carriers of +256, as of November 2026;
 * 031 and 039 of MTN by its own statement in the Daily Monitor of 21 June 2021. Beginnings on which sources differ, such as
 * 079 and 020, are left out.
 */
export const ugandanPrefixes = {
  AIRTEL: ['25670', '25674', '25675'],
  MTN: ['25676', '25677', '25678', '25631', '25639'],
} as const

const ugandanNumber = /^256[1-9][0-9]{8}$/

/**
 * Uganda's market with the contract's limits: UGX 500 to 5,000,000 on Airtel Money and MTN MoMo. It is the sandbox's; the
 * configuration file of a live gateway says its own.
 */
export const uganda: Market = new Map([
  [
    'UGX',
    {
      minimum: 500,
      maximum: 5_000_000,
      networks: [
        {
          name: 'AIRTEL',
          displayName: 'Airtel Money',
          phoneNumbers: ugandanNumber,
          prefixes: ugandanPrefixes.AIRTEL,
          names: 'initials',
        },
        {
          name: 'MTN',
          displayName: 'MTN MoMo',
          phoneNumbers: ugandanNumber,
          prefixes: ugandanPrefixes.MTN,
          names: 'initials',
        },
      ],
    },
  ],
])
