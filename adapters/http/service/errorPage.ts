import { type CacheableAnswer, cacheableAnswer } from '../answers/cacheable.ts'
import type { Context } from '../answers/context.ts'
import { errorCodes } from '../answers/errors/help.ts'
import { type ErrorCode, errorsPath, notFound } from '../answers/errors/refusals.ts'
import type { Endpoint } from '../endpoint.ts'
import { type Operation, pageAnswers, success } from '../openapi/operation.ts'
import { problemSchema } from '../openapi/problemSchema.ts'
import { all, type Schema, text } from '../openapi/schema.ts'
import { type ErrorPage, errorPage, errorPageHeaders, htmlOf, markdownOf } from './errorText.ts'

const plain: Schema = { type: 'string' }

const pageSchema = all('ErrorPage', 'The facts about an error.', {
  code: text('The code of the error, as in the header Error-Code.'),
  http_status: { type: 'integer', description: 'The HTTP status of its answers.' },
  happened: text('The event behind the error, for people.'),
  money: text('Whether money moved.'),
  reference: text('Whether the reference is used up.'),
  to_do: text('The next steps.'),
  rule: text('The path of the rule that states the error.'),
  example: {
    type: 'object',
    description: 'An answer with this error.',
    required: ['headers', 'body'],
    properties: {
      headers: { type: 'object', additionalProperties: plain, description: 'The headers of the answer.' },
      body: { type: 'object', additionalProperties: true, description: 'The body of the answer.' },
    },
  },
  problem: problemSchema,
})

/** A page about each error. The links of errors lead to it. */
export const explainError: Endpoint = {
  path: `${errorsPath}/:code`,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    id: 'explainError',
    tag: 'Service',
    summary: 'Read about an error',
    description:
      'The event behind an error, whether money moved, whether the reference is used up, the next steps, and an example: as a page, or by `Accept` as Markdown or JSON.',
    parameters: [
      {
        in: 'path',
        name: 'code',
        description: 'The code of the error, from the header Error-Code.',
        schema: { type: 'string', minLength: 1 },
        example: 'outcome_unknown',
      },
    ],
    answers: answersAboutErrors('The page about the error.', success('Error found', pageSchema)),
    refusals: ['not_found', 'rate_limited'],
  },
  handler: () => {
    const known = new Map<string, CacheableAnswer>()
    return (ctx) => {
      const { code } = ctx.params
      if (!isCode(code)) return notFound
      const type = errorFormatFor(ctx)
      const name = `${code} ${type}`
      const answer =
        known.get(name) ?? cacheableAnswer({ text: writers[type](errorPage(code)), type, headers: errorPageHeaders })
      known.set(name, answer)
      return answer(ctx)
    }
  },
}

/** Documents the answers about errors in each of their formats; `json` is the schema of the JSON. */
export function answersAboutErrors(description: string, json: Schema): Operation['answers'] {
  const headers = { ETag: true, Vary: true, 'Content-Encoding': false }
  return {
    200: {
      description,
      headers,
      content: {
        'text/html': { schema: plain },
        'text/markdown': { schema: plain },
        'application/json': { schema: json },
      },
    },
    304: { description: pageAnswers('text/html')[304]?.description ?? '', headers },
  }
}

const writers = {
  'text/html': htmlOf,
  'text/markdown': markdownOf,
  'application/json': (page: ErrorPage) => JSON.stringify({ status: 'success', message: 'Error found', data: page }),
}

/** A media type of the texts about errors. */
export type ErrorFormat = keyof typeof writers

const formats = Object.keys(writers)

/** The format that a client prefers. */
export function errorFormatFor(ctx: Context): ErrorFormat {
  return (ctx.accepts(...formats) || 'text/html') as ErrorFormat
}

function isCode(text: string): text is ErrorCode {
  return (errorCodes as readonly string[]).includes(text)
}
