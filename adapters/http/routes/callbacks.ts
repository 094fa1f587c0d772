import { isRefusal } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { readBytes } from '../request/body.ts'

/** Where networks call back. Answers 200 to any callback under a known token, and 404 otherwise. */
export const callbacks: Endpoint = {
  path: '/callbacks/:token',
  methods: ['PUT', 'POST'],
  isHidden: true,
  isNoise: true,
  handler:
    ({ handleCallback }) =>
    async (ctx) => {
      const received = await readBytes(ctx)
      if (isRefusal(received)) return received
      const isKnown = handleCallback(ctx.params.token, { method: ctx.method, body: received.bytes })
      return isKnown ? { status: 200, message: 'Received' } : undefined
    },
}
