import { quarantined } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'

/** Whether the service accepts payments. */
export const readyz: Endpoint = {
  path: '/readyz',
  methods: ['GET', 'HEAD'],
  isNoise: true,
  handler:
    ({ isReady, isQuarantined }) =>
    async () => {
      if (!(await isReady())) return { refused: 'not_ready' }
      return (await isQuarantined()) ? quarantined : { status: 200, message: 'Ready' }
    },
}
