import { errorList, listInHtml, listInMarkdown } from '../answers/errorList.ts'
import { type ErrorPage, errorPage, htmlOf, markdownOf, stylePolicy } from '../answers/errorPage.ts'
import { type KeptAnswer, keptAnswer, pagePolicy } from '../answers/kept.ts'
import { pageAnswers, success } from '../description/described.ts'
import { listedProperties, problemSchema } from '../description/errors.ts'
import { all, type Schema, text } from '../description/schema.ts'
import type { Endpoint } from '../endpoint.ts'
import { errorCodes } from '../errors/help.ts'
import { type ErrorCode, errorsPath, notFound } from '../errors/refusals.ts'

const plain: Schema = { type: 'string' }

const pageSchema = all('ErrorPage', 'What is to be known about an error.', {
  code: text('The code of the error, as in the header Error-Code.'),
  http_status: { type: 'integer', description: 'The HTTP status of its answers.' },
  happened: text('What happened, for people.'),
  money: text('Whether money moved.'),
  reference: text('Whether the reference is used up.'),
  to_do: text('What to do now.'),
  rule: text('The path of the rule that states the error.'),
  example: {
    type: 'object',
    description: 'An answer with this error.',
    required: ['headers', 'body'],
    properties: {
      headers: { type: 'object', additionalProperties: plain, description: 'The headers of the answer.' },
      body: { type: 'object', additionalProperties: plain, description: 'The body of the answer.' },
    },
  },
  problem: problemSchema,
})

const headers = { ETag: true, Vary: true, 'Content-Encoding': false }
const { 304: unchanged } = pageAnswers('text/html')

const listSchema = all('ErrorList', 'Every error that the API can answer with.', {
  errors: {
    type: 'array',
    description: 'In alphabetical order.',
    items: all('ListedError', 'What all errors of a code share.', listedProperties),
  },
})

/** The list of all errors, each with a link to its page. */
export const errorIndex: Endpoint = {
  path: errorsPath,
  methods: ['GET', 'HEAD'],
  isNoise: true,
  described: {
    id: 'listErrors',
    tag: 'Service',
    isPublic: true,
    summary: 'List all errors',
    description: 'Every code with its status and what its problem says: as a page, or by `Accept` as Markdown or JSON.',
    answers: {
      200: {
        description: 'The list of all errors.',
        headers,
        content: {
          'text/html': { schema: plain },
          'text/markdown': { schema: plain },
          'application/json': { schema: success('Errors found', listSchema) },
        },
      },
      304: { description: unchanged?.description ?? '', headers },
    },
    refusals: ['rate_limited'],
  },
  handler: () => {
    const kept = Object.fromEntries(
      Object.entries(lists).map(([type, write]) => [type, keptAnswer({ text: write(), type, headers: headersOfPage })]),
    )
    return (ctx) => kept[ctx.accepts(...types) || 'text/html']?.(ctx)
  },
}

const lists = {
  'text/html': listInHtml,
  'text/markdown': listInMarkdown,
  'application/json': () =>
    JSON.stringify({ status: 'success', message: 'Errors found', data: { errors: errorList() } }),
}

/** A page about each error, to which the links of errors lead. */
export const errors: Endpoint = {
  path: `${errorsPath}/:code`,
  methods: ['GET', 'HEAD'],
  isNoise: true,
  described: {
    id: 'explainError',
    tag: 'Service',
    isPublic: true,
    summary: 'Read about an error',
    description:
      'What happened, whether money moved, whether the reference is used up, what to do, and an example: as a page, or by `Accept` as Markdown or JSON.',
    parameters: [
      {
        in: 'path',
        name: 'code',
        description: 'The code of the error, from the header Error-Code.',
        schema: { type: 'string', minLength: 1 },
        example: 'outcome_unknown',
      },
    ],
    answers: {
      200: {
        description: 'The page about the error.',
        headers,
        content: {
          'text/html': { schema: plain },
          'text/markdown': { schema: plain },
          'application/json': { schema: success('Error found', pageSchema) },
        },
      },
      304: { description: unchanged?.description ?? '', headers },
    },
    refusals: ['not_found', 'rate_limited'],
  },
  handler: () => {
    const kept = new Map<string, KeptAnswer>()
    return (ctx) => {
      const { code } = ctx.params
      if (!isCode(code)) return notFound
      const type = (ctx.accepts(...types) || 'text/html') as Type
      const name = `${code} ${type}`
      const answer = kept.get(name) ?? keptAnswer({ text: textOf[type](errorPage(code)), type, headers: headersOfPage })
      kept.set(name, answer)
      return answer(ctx)
    }
  },
}

const headersOfPage = { Vary: 'Accept', 'Content-Security-Policy': pagePolicy(stylePolicy) }

const textOf = {
  'text/html': htmlOf,
  'text/markdown': markdownOf,
  'application/json': (page: ErrorPage) => JSON.stringify({ status: 'success', message: 'Error found', data: page }),
}

type Type = keyof typeof textOf

const types = Object.keys(textOf)

function isCode(text: string): text is ErrorCode {
  return (errorCodes as readonly string[]).includes(text)
}
