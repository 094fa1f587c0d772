import { isRefusal, type Market } from '../../../core/sente.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, money, textOrNull } from '../openapi/schema.ts'
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
      'Each network of each currency, with the limits of one payment and the form of its phone numbers. `accepts_payments` is what the gateway knows about itself: that it is ready, that payments are not paused, and that it is connected to this network. It says nothing about outages of the network, which show in the answers to payments.',
    answers: {
      200: {
        description: 'The networks, in the order of their currencies.',
        content: jsonSuccess('Networks found', networksSchema, { networks: [example] }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted'],
  },
  handler: ({ lookUpMarket, isConnected, isReady, isQuarantined, ...deps }) =>
    lookUpHandler(deps, async (caller) => {
      const found = lookUpMarket({ caller })
      if (isRefusal(found)) return found
      const isOpen = (await isReady()) && !(await isQuarantined())
      const accepts = (currency: string, network: string) => isOpen && isConnected(currency, network)
      return { status: 200, message: 'Networks found', data: { networks: networksData(found.market, accepts) } }
    }),
}

function networksData(market: Market, accepts: (currency: string, network: string) => boolean) {
  return [...market].flatMap(([currency, { minimum, maximum, networks }]) =>
    networks.map(({ name, phoneNumbers }) => ({
      currency,
      network: name,
      minimum,
      maximum,
      phone_number_pattern: phoneNumbers?.source ?? null,
      accepts_payments: accepts(currency, name),
    })),
  )
}
