import { type ChannelStatus, quarantined } from '../../../core/sente.ts'
import { notReady } from '../answers/errors/refusals.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { all, channelState } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'

const readySchema = all('Readiness', 'The state of a gateway that accepts payments.', {
  networks: {
    type: 'array',
    description: 'The channels of the networks that are not open.',
    items: all('NetworkDown', 'Stopped payments of one kind over a network, or a network that does not answer.', {
      network: paymentProperties.network,
      currency: paymentProperties.currency,
      kind: {
        type: 'string',
        enum: ['payout', 'collection'],
        description: 'Whether the channel is for payouts or collections.',
      },
      state: channelState('The state of the channel.'),
    }),
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
    summary: 'Check whether payments are accepted',
    description: 'For load balancers: a gateway that is not ready can answer look-ups at most, or will soon stop.',
    answers: {
      200: {
        description:
          'Payments are accepted. The status reflects the gateway alone: networks that are down are listed, and do not change it.',
        content: jsonSuccess('Ready', readySchema, { networks: [] }),
      },
    },
    refusals: ['not_ready', 'quarantined'],
  },
  handler:
    ({ isReady, isQuarantined, isLeaving, channelStates }) =>
    async () => {
      if (isLeaving() || !(await isReady())) return notReady
      if (await isQuarantined()) return quarantined
      const down = (await channelStates()).filter(({ state }) => state !== 'open')
      return { status: 200, message: 'Ready', data: { networks: down.map(channelData) } }
    },
}

function channelData({ network, currency, kind, state }: ChannelStatus) {
  return { network, currency, kind, state }
}
