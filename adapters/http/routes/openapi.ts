import { keptAnswer } from '../answers/kept.ts'
import { pageAnswers } from '../description/described.ts'
import type { Endpoint } from '../endpoint.ts'

/** The description of the API in OpenAPI 3.1. */
export const openapi: Endpoint = {
  path: '/openapi.json',
  methods: ['GET', 'HEAD'],
  isNoise: true,
  described: {
    id: 'describeApi',
    tag: 'Service',
    isPublic: true,
    summary: 'Read this description',
    description: 'The description of the API in OpenAPI 3.1, from which programs and clients can be made.',
    answers: pageAnswers('application/json', { type: 'object' }),
    refusals: [],
  },
  handler: ({ apiDocument }) => keptAnswer({ text: apiDocument, type: 'application/json' }),
}
