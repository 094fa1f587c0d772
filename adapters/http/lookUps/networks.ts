import { type ChannelState, isOn, isRefusal, type Market, type Way } from '../../../core/sente.ts'
import { type Endpoint, type EndpointDeps, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, channelState, money, text, textOrNull } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'

const networksSchema = all('Networks', 'The networks that carry payments.', {
  networks: {
    type: 'array',
    description: 'The networks, in the order of their currencies.',
    items: all('Network', 'A network for one currency, with the limits of a payment.', {
      currency: paymentProperties.currency,
      network: paymentProperties.network,
      display_name: text('The name of the network for customers.'),
      minimum: money('The smallest amount of one payment.'),
      maximum: money('The largest amount of one payment.'),
      phone_number_pattern: textOrNull(
        'A regular expression that its phone numbers match; null if every number is accepted.',
      ),
      accepts_payments: { type: 'boolean', description: 'Whether the gateway accepts payments for it now.' },
      payouts: channelState('The state of payouts over it.'),
      collections: channelState('The state of collections over it.'),
      prompt_seconds: {
        type: 'integer',
        description: 'The time that a customer has to approve a collection, in seconds.',
      },
      can: all('NetworkCapabilities', 'The other abilities of the network.', {
        refund: { type: 'boolean', description: 'Whether a collection can be refunded.' },
        name_lookup: { type: 'boolean', description: 'Whether it returns the name of the owner of a phone number.' },
      }),
    }),
  },
})

const example = {
  currency: 'UGX',
  network: 'MTN',
  display_name: 'MTN MoMo',
  minimum: 500,
  maximum: 5_000_000,
  phone_number_pattern: '^256[0-9]{9}$',
  accepts_payments: true,
  payouts: 'open',
  collections: 'open',
  prompt_seconds: 300,
  can: { refund: true, name_lookup: true },
}

/** The networks of the market, and whether payments are accepted for each now. */
export const networks: Endpoint = {
  path: '/api/v1/networks',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'listNetworks',
    tag: 'Look-ups',
    summary: 'List the networks',
    description:
      'Each network of each currency, with the limits of one payment and the form of its phone numbers. `accepts_payments` is true when the gateway is ready, its books are not being checked, it is connected to this network, and payouts or collections are not stopped there. `payouts` and `collections` show the state of each kind, and whether the network answers.',
    answers: {
      200: {
        description: 'The networks, in the order of their currencies.',
        content: jsonSuccess('Networks found', networksSchema, { networks: [example] }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted'],
  },
  handler: ({ lookUpMarket, isConnected, networkFacts, isReady, isQuarantined, channelStates, ...deps }) =>
    lookUpHandler(deps, async (caller) => {
      const found = lookUpMarket({ caller })
      if (isRefusal(found)) return found
      const isOpen = (await isReady()) && !(await isQuarantined())
      const channels = await channelStates()
      const stateOf: StateOf = (currency, network, kind) =>
        channels.find((channel) => isOn(channel, { currency, network, kind }))?.state ?? 'open'
      const accepts = (currency: string, network: string) => isOpen && isConnected(currency, network)
      return {
        status: 200,
        message: 'Networks found',
        data: { networks: networksData(found.market, { accepts, stateOf, networkFacts }) },
      }
    }),
}

/** The dependencies for the facts about each network. */
type Asked = Pick<EndpointDeps, 'networkFacts'> & {
  readonly accepts: (currency: string, network: string) => boolean
  readonly stateOf: StateOf
}

type StateOf = (currency: string, network: string, kind: Way) => ChannelState

function networksData(market: Market, { accepts, stateOf, networkFacts }: Asked) {
  return [...market].flatMap(([currency, { minimum, maximum, networks }]) =>
    networks.map(({ name, displayName = name, phoneNumbers, names }) => {
      const { approvalMs, knowsNames } = networkFacts(currency, name)
      const states = { payouts: stateOf(currency, name, 'payout'), collections: stateOf(currency, name, 'collection') }
      return {
        currency,
        network: name,
        display_name: displayName,
        minimum,
        maximum,
        phone_number_pattern: phoneNumbers?.source ?? null,
        accepts_payments: accepts(currency, name) && !Object.values(states).every(isStopped),
        ...states,
        prompt_seconds: Math.round(approvalMs / 1_000),
        // Every network pays out, and a refund is a payout.
        can: { refund: true, name_lookup: knowsNames && names !== undefined },
      }
    }),
  )
}

function isStopped(state: ChannelState): boolean {
  return state === 'paused' || state === 'broken'
}
