import { isRefusal } from '../../../core/sente.ts'
import { notFound } from '../answers/errors/refusals.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { readBytes } from '../request/body.ts'

/** Receives the networks' callbacks. Answers 200 to any callback under a known token, and 404 otherwise. */
export const callbacks: Endpoint = {
  path: '/callbacks/:token',
  methods: ['PUT', 'POST'],
  acts: [],
  isHidden: true,
  isNoise: true,
  isOpaque: true,
  openapi: {
    id: 'callBack',
    tag: 'Networks',
    summary: 'Report a payment',
    description: 'A callback is never trusted: it makes the gateway ask the network. Other methods are answered 404.',
    parameters: [
      {
        in: 'path',
        name: 'token',
        description: 'The secret token of the network.',
        schema: { type: 'string', minLength: 1 },
        example: 'TOKEN',
      },
    ],
    body: { type: '*/*', schema: {} },
    answers: { 200: { description: 'The callback was received.', content: jsonSuccess('Received') } },
    refusals: ['not_found', 'body_too_large', 'request_aborted'],
  },
  handler:
    ({ handleCallback }) =>
    async (ctx) => {
      const received = await readBytes(ctx)
      if (isRefusal(received)) return received
      const isKnown = handleCallback(ctx.params.token, { method: ctx.method, body: received.bytes })
      return isKnown ? { status: 200, message: 'Received' } : notFound
    },
}
