import { builtPage, givenNow, once } from '../answers/cacheable.ts'
import { notFound } from '../answers/errors/refusals.ts'
import type { Endpoint, EndpointDeps, Handle } from '../endpoint.ts'
import { type Operation, pageAnswers } from '../openapi/operation.ts'

const path = '/docs'
const first = 'merchants'

const described: Pick<Operation, 'tag' | 'answers' | 'refusals'> = {
  tag: 'Service',
  answers: pageAnswers('text/html'),
  refusals: ['not_found', 'rate_limited'],
}

/** The merchants' guide, for visitors who know only the gateway's address. */
export const home: Endpoint = {
  path: '/',
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    ...described,
    id: 'home',
    summary: 'Find the guide',
    description: 'The first page of the merchants’ guide, as under `/docs`.',
  },
  handler: firstPage,
}

/** The first page of the merchants' guide; missing before the build has written it. */
export const guide: Endpoint = {
  path,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    ...described,
    id: 'guide',
    summary: 'Read the guide',
    description: 'The first page of the merchants’ guide, which leads to all others.',
  },
  handler: firstPage,
}

/** Any page of the guide. */
export const guidePage: Endpoint = {
  path: `${path}/:page`,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    ...described,
    id: 'guidePage',
    summary: 'Read a page of the guide',
    description: 'A page of the merchants’ guide, by its name in links.',
    parameters: [
      {
        in: 'path',
        name: 'page',
        description: 'The name of the page.',
        schema: { type: 'string', minLength: 1 },
        example: 'merchants-payments',
      },
    ],
  },
  handler: ({ guide = {} }) => {
    const pages = once(
      () => new Map(Object.entries(givenNow(guide)).map(([name, html]) => [name, builtPage(html)] as const)),
    )
    return (ctx) => pages().get(ctx.params.page)?.(ctx) ?? notFound
  },
}

function firstPage({ guide = {} }: EndpointDeps): Handle {
  const page = once(() => {
    const html = givenNow(guide)[first]
    return html === undefined ? undefined : builtPage(html)
  })
  return (ctx) => page()?.(ctx) ?? notFound
}
