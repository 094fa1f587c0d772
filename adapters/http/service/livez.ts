import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'

/** Whether the process runs. */
export const livez: Endpoint = {
  path: '/livez',
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    id: 'livez',
    tag: 'Service',
    summary: 'Check whether the process runs',
    description: 'For monitoring that restarts the process if it does not answer.',
    answers: { 200: { description: 'The process runs and answers.', content: jsonSuccess('Alive') } },
    refusals: [],
  },
  handler: () => () => ({ status: 200, message: 'Alive' }),
}
