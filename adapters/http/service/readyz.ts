import { quarantined } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'

/** Whether the service accepts payments. */
export const readyz: Endpoint = {
  path: '/readyz',
  methods: ['GET'],
  isNoise: true,
  openapi: {
    id: 'readyz',
    tag: 'Service',
    isPublic: true,
    summary: 'Ask whether payments are accepted',
    description: 'For load balancers: a gateway that is not ready answers look-ups at best.',
    answers: { 200: { description: 'Payments are accepted.', content: jsonSuccess('Ready') } },
    refusals: ['not_ready', 'quarantined'],
  },
  handler:
    ({ isReady, isQuarantined }) =>
    async () => {
      if (!(await isReady())) return { refused: 'not_ready' }
      return (await isQuarantined()) ? quarantined : { status: 200, message: 'Ready' }
    },
}
