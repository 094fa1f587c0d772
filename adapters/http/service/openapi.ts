import { LRUCache } from 'lru-cache'
import { cacheableAnswer } from '../answers/cacheable.ts'
import type { Endpoint, Handle } from '../endpoint.ts'
import { pageAnswers } from '../openapi/operation.ts'

/** The description of the API in OpenAPI 3.1. */
export const openapi: Endpoint = {
  path: '/openapi.json',
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    id: 'describeApi',
    tag: 'Service',
    summary: 'Read this description',
    description:
      'The description of the API in OpenAPI 3.1, from which clients can be generated. It names the gateway by its public URL, or by the URL of the request if there is none.',
    answers: pageAnswers('application/json', { type: 'object' }),
    refusals: ['rate_limited'],
  },
  handler: ({ apiTextAt, urlOf }) => {
    const answers = new LRUCache<string, Handle>({ max: 16 })
    return (ctx) => {
      const url = urlOf(ctx.req)
      const known = answers.get(url) ?? cacheableAnswer({ text: apiTextAt(url), type: 'application/json' })
      answers.set(url, known)
      return known(ctx)
    }
  },
}
