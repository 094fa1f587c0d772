import { isOn, isRefusal, type Kind, type LineState, type Market } from '../../../core/sente.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, lineState, money, textOrNull } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'

const networksSchema = all('Networks', 'The networks that payments can go over.', {
  networks: {
    type: 'array',
    description: 'The networks, in the order of their currencies.',
    items: all('Network', 'A network for one currency, with the limits of a payment.', {
      currency: paymentProperties.currency,
      network: paymentProperties.network,
      minimum: money('The smallest amount of one payment.'),
      maximum: money('The largest amount of one payment.'),
      phone_number_pattern: textOrNull(
        'A regular expression that its phone numbers match; null when any number is taken.',
      ),
      accepts_payments: { type: 'boolean', description: 'Whether the gateway takes payments for it now.' },
      payouts: lineState('How payouts over it are taken.'),
      collections: lineState('How collections over it are taken.'),
    }),
  },
})

const example = {
  currency: 'UGX',
  network: 'MTN',
  minimum: 500,
  maximum: 5_000_000,
  phone_number_pattern: '^256[0-9]{9}$',
  accepts_payments: true,
  payouts: 'open',
  collections: 'open',
}

/** The networks of the market, and whether payments are taken for each now. */
export const networks: Endpoint = {
  path: '/api/v1/networks',
  methods: ['GET'],
  openapi: {
    id: 'listNetworks',
    tag: 'Look-ups',
    summary: 'List the networks',
    description:
      'Each network of each currency, with the limits of one payment and the form of its phone numbers. `accepts_payments` says that the gateway is ready, that its books are not being checked, that it is connected to this network, and that payouts or collections are not stopped there. `payouts` and `collections` say so for each kind, and whether the network answers.',
    answers: {
      200: {
        description: 'The networks, in the order of their currencies.',
        content: jsonSuccess('Networks found', networksSchema, { networks: [example] }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted'],
  },
  handler: ({ lookUpMarket, isConnected, isReady, isQuarantined, lineStates, ...deps }) =>
    lookUpHandler(deps, async (caller) => {
      const found = lookUpMarket({ caller })
      if (isRefusal(found)) return found
      const isOpen = (await isReady()) && !(await isQuarantined())
      const lines = await lineStates()
      const stateOf: StateOf = (currency, network, kind) =>
        lines.find((line) => isOn(line, { currency, network, kind }))?.state ?? 'open'
      const accepts = (currency: string, network: string) => isOpen && isConnected(currency, network)
      return {
        status: 200,
        message: 'Networks found',
        data: { networks: networksData(found.market, accepts, stateOf) },
      }
    }),
}

type StateOf = (currency: string, network: string, kind: Kind) => LineState

function networksData(market: Market, accepts: (currency: string, network: string) => boolean, stateOf: StateOf) {
  return [...market].flatMap(([currency, { minimum, maximum, networks }]) =>
    networks.map(({ name, phoneNumbers }) => {
      const states = { payouts: stateOf(currency, name, 'payout'), collections: stateOf(currency, name, 'collection') }
      return {
        currency,
        network: name,
        minimum,
        maximum,
        phone_number_pattern: phoneNumbers?.source ?? null,
        accepts_payments: accepts(currency, name) && !Object.values(states).every(isStopped),
        ...states,
      }
    }),
  )
}

function isStopped(state: LineState): boolean {
  return state === 'paused' || state === 'broken'
}
