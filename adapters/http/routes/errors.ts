import { type ErrorPage, errorPage, htmlOf, markdownOf, stylePolicy } from '../answers/errorPage.ts'
import { setHeaders } from '../answers/headers.ts'
import { keptAnswer, pagePolicy } from '../answers/kept.ts'
import { pageAnswers, type Schema, success } from '../description/described.ts'
import { problemSchema } from '../description/errors.ts'
import type { Endpoint } from '../endpoint.ts'
import { errorCodes } from '../errors/help.ts'
import { type ErrorCode, errorsPath, notFound } from '../errors/refusals.ts'

const text: Schema = { type: 'string' }

const pageSchema: Schema = {
  title: 'ErrorPage',
  type: 'object',
  required: ['code', 'http_status', 'happened', 'money', 'reference', 'to_do', 'rule', 'example', 'problem'],
  properties: {
    code: text,
    http_status: { type: 'integer' },
    happened: text,
    money: { type: 'string', description: 'Whether money moved.' },
    reference: { type: 'string', description: 'Whether the reference is used up.' },
    to_do: text,
    rule: { type: 'string', description: 'The path of the rule that states the error.' },
    example: {
      type: 'object',
      required: ['headers', 'body'],
      properties: {
        headers: { type: 'object', additionalProperties: text },
        body: { type: 'object', additionalProperties: text },
      },
    },
    problem: problemSchema,
  },
}

const headers = { ETag: true, Vary: true }
const { 304: unchanged } = pageAnswers('text/html')

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
        description: 'The page.',
        headers,
        content: {
          'text/html': { schema: text },
          'text/markdown': { schema: text },
          'application/json': { schema: success('Error found', pageSchema) },
        },
      },
      304: { description: unchanged?.description ?? '', headers },
    },
    refusals: ['not_found'],
  },
  handler: () => (ctx) => {
    const { code } = ctx.params
    if (!isCode(code)) return notFound
    setHeaders(ctx, { Vary: 'Accept' })
    const type = (ctx.accepts(...types) || 'text/html') as Type
    const page = textOf[type](errorPage(code))
    return keptAnswer({ text: page, type, headers: { 'Content-Security-Policy': pagePolicy(stylePolicy) } })(ctx)
  },
}

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
