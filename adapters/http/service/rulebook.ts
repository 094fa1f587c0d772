import { builtPage, givenNow, once } from '../answers/cacheable.ts'
import { rulebookPath } from '../answers/envelope.ts'
import { notFound } from '../answers/errors/refusals.ts'
import type { Endpoint } from '../endpoint.ts'
import { pageAnswers } from '../openapi/operation.ts'

/** The page with all rules. The links of errors lead to it; it is missing before the build has written it. */
export const rulebook: Endpoint = {
  path: rulebookPath,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    id: 'rulebook',
    tag: 'Service',
    summary: 'Read the rules',
    description: 'Every rule that payments follow, on one page, with its examples.',
    answers: pageAnswers('text/html'),
    refusals: ['not_found', 'rate_limited'],
  },
  handler({ rulebook }) {
    const page = once(() => {
      const html = givenNow(rulebook)
      return html === undefined ? undefined : builtPage(html)
    })
    return (ctx) => page()?.(ctx) ?? notFound
  },
}
