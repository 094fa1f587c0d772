/** A mobile money network as one currency's market knows it. */
export type Network = {
  /** The name that merchants send, such as `MTN`; case-sensitive. */
  readonly name: string
  /** What a phone number of this network looks like, in international digits without a plus sign; absent: anything. */
  readonly phoneNumbers?: RegExp
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
        { name: 'AIRTEL', phoneNumbers: ugandanNumber },
        { name: 'MTN', phoneNumbers: ugandanNumber },
      ],
    },
  ],
])
