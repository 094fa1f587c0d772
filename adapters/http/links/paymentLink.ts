import { isRefusal } from '../../../core/sente.ts'
import { linkData, linkWithPayments } from '../../formats/link.ts'
import { linksPath } from '../answers/envelope.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { linkExample, linkIdParameter, linkSchema, linkWithPaymentsSchema } from './linkSchemas.ts'

/** One payment link of the caller, with its payments. */
export const paymentLink: Endpoint = {
  path: `${linksPath}/:payment_link_id`,
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'findPaymentLink',
    tag: 'Payment links',
    summary: 'Look up a payment link',
    description: 'Whether a link can still be paid, and the payments through it.',
    parameters: [linkIdParameter],
    answers: {
      200: {
        description: 'The link as it stands.',
        content: jsonSuccess('Payment link found', linkWithPaymentsSchema, { ...linkExample, paid: 0, payments: [] }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'link_not_found'],
  },
  handler: ({ links, urlOf, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const found = await links.lookUpLink({ caller, linkId: ctx.params.payment_link_id })
      if (isRefusal(found)) return found
      return { status: 200, message: 'Payment link found', data: linkWithPayments(found, urlOf(ctx.req)) }
    }),
}

/** Ends a payment link. */
export const paymentLinkEnd: Endpoint = {
  path: `${linksPath}/:payment_link_id/end`,
  methods: ['POST'],
  acts: ['link.end'],
  openapi: {
    id: 'endPaymentLink',
    tag: 'Payment links',
    summary: 'End a payment link',
    description:
      'After the answer no more payments are opened through the link; open ones continue. Repeating is safe.',
    parameters: [linkIdParameter],
    answers: {
      200: {
        description: 'The link as it stands then.',
        content: jsonSuccess('Payment link ended', linkSchema, {
          ...linkExample,
          state: 'ended',
          ended_at: '2026-03-05T05:06:07.000Z',
          url: null,
        }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'link_not_found', 'link_is_over'],
  },
  handler: ({ links, urlOf, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const ended = await links.endLink({ caller, linkId: ctx.params.payment_link_id })
      if (isRefusal(ended)) return ended
      return { status: 200, message: 'Payment link ended', data: linkData(ended, urlOf(ctx.req)) }
    }),
}
