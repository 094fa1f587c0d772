import { type CacheableAnswer, cacheableAnswer, once } from '../answers/cacheable.ts'
import { errorCodes } from '../answers/errors/help.ts'
import type { Problem } from '../answers/errors/problem.ts'
import { errorsPath } from '../answers/errors/refusals.ts'
import type { Endpoint } from '../endpoint.ts'
import { success } from '../openapi/operation.ts'
import { listedProperties } from '../openapi/problemSchema.ts'
import { all } from '../openapi/schema.ts'
import { answersAboutErrors, type ErrorFormat, errorFormatFor } from './errorPage.ts'
import { errorPage, errorPageHeaders, pageWith } from './errorText.ts'

const listSchema = all('ErrorList', 'Every error of the API.', {
  errors: {
    type: 'array',
    description: 'In alphabetical order.',
    items: all('ListedError', 'The facts that depend on the code of an error alone.', listedProperties),
  },
})

/** The list of all errors, each with a link to its page. */
export const listErrors: Endpoint = {
  path: errorsPath,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: {
    id: 'listErrors',
    tag: 'Service',
    summary: 'List all errors',
    description:
      'Every code with its status and the fields of its problem: as a page, or by `Accept` as Markdown or JSON.',
    answers: answersAboutErrors('The list of all errors.', success('Errors found', listSchema)),
    refusals: ['rate_limited'],
  },
  handler: () => (ctx) => answers()[errorFormatFor(ctx)](ctx),
}

const answers = once(() => {
  const errors = listedErrors()
  return {
    'text/html': answerAs('text/html', listInHtml(errors)),
    'text/markdown': answerAs('text/markdown', listInMarkdown(errors)),
    'application/json': answerAs(
      'application/json',
      JSON.stringify({ status: 'success', message: 'Errors found', data: { errors } }),
    ),
  }
})

function answerAs(type: ErrorFormat, text: string): CacheableAnswer {
  return cacheableAnswer({ text, type, headers: errorPageHeaders })
}

/** An entry in the list of errors: the constant fields of its problem, and the path of its page. */
type ListedError = Pick<Problem, 'code' | 'status' | 'title' | 'money_moved' | 'reference_used' | 'retry' | 'type'>

/** All errors, in alphabetical order. */
function listedErrors(): ListedError[] {
  return errorCodes.map((code) => {
    const { problem } = errorPage(code)
    const { status, title, money_moved, reference_used, retry, type } = problem
    return { code, status, title, money_moved, reference_used, retry, type }
  })
}

function listInMarkdown(errors: readonly ListedError[]): string {
  const rows = errors.map(({ code, status, title }) => `| [${code}](${errorsPath}/${code}) | ${status} | ${title} |`)
  return `# Errors\n\n| code | status | |\n|---|---|---|\n${rows.join('\n')}\n`
}

function listInHtml(errors: readonly ListedError[]): string {
  const rows = errors.map(
    ({ code, status, title }) => `<dt><a href="${errorsPath}/${code}">${code}</a> ${status}</dt><dd>${title}</dd>`,
  )
  return pageWith(
    'Errors',
    `<h1>Errors</h1>\n<dl>\n${rows.join('\n')}\n</dl>\n<p><a href="/docs">The guide</a> · <a href="/reference">The reference</a></p>`,
  )
}
