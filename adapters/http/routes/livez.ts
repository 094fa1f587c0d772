import type { Endpoint } from '../endpoint.ts'

/** Whether the process runs. */
export const livez: Endpoint = {
  path: '/livez',
  methods: ['GET', 'HEAD'],
  isNoise: true,
  handler: () => () => ({ status: 200, message: 'Alive' }),
}
