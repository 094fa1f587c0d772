import { type ChannelStatus, quarantined } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { all, channelState } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'

const readySchema = all('Readiness', 'That the gateway takes payments.', {
  networks: {
    type: 'array',
    description: 'What is not open of the networks.',
    items: all(
      'NetworkDown',
      'Payments of one kind over a network that are stopped, or a network that does not answer.',
      {
        network: paymentProperties.network,
        currency: paymentProperties.currency,
        kind: {
          type: 'string',
          enum: ['payout', 'collection'],
          description: 'Whether it is about payouts or collections.',
        },
        state: channelState('How they are taken.'),
      },
    ),
  },
})

/** Whether the service accepts payments. */
export const readyz: Endpoint = {
  path: '/readyz',
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    id: 'readyz',
    tag: 'Service',
    summary: 'Ask whether payments are accepted',
    description: 'For load balancers: a gateway that is not ready answers look-ups at best.',
    answers: {
      200: {
        description:
          'Payments are accepted. It is about the gateway: networks that are down are named, and change nothing.',
        content: jsonSuccess('Ready', readySchema, { networks: [] }),
      },
    },
    refusals: ['not_ready', 'quarantined'],
  },
  handler:
    ({ isReady, isQuarantined, channelStates }) =>
    async () => {
      if (!(await isReady())) return { refused: 'not_ready' }
      if (await isQuarantined()) return quarantined
      const down = (await channelStates()).filter(({ state }) => state !== 'open')
      return { status: 200, message: 'Ready', data: { networks: down.map(channelData) } }
    },
}

function channelData({ network, currency, kind, state }: ChannelStatus) {
  return { network, currency, kind, state }
}
