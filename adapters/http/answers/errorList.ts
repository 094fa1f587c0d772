import { errorCodes } from '../errors/help.ts'
import type { Problem } from '../errors/problem.ts'
import { errorsPath } from '../errors/refusals.ts'
import { errorPage, pageWith } from './errorPage.ts'

/** What the list of errors says of each: what its problem does, and where its page is. */
type ListedError = Pick<Problem, 'code' | 'status' | 'title' | 'money_moved' | 'reference_used' | 'retry' | 'type'>

/** All errors, in alphabetical order. */
export function errorList(): ListedError[] {
  return errorCodes.map((code) => {
    const { problem } = errorPage(code)
    const { status, title, money_moved, reference_used, retry, type } = problem
    return { code, status, title, money_moved, reference_used, retry, type }
  })
}

/** The list in Markdown. */
export function listInMarkdown(): string {
  const rows = errorList().map(
    ({ code, status, title }) => `| [${code}](${errorsPath}/${code}) | ${status} | ${title} |`,
  )
  return `# Errors\n\n| code | status | |\n|---|---|---|\n${rows.join('\n')}\n`
}

/** The list in HTML. */
export function listInHtml(): string {
  const rows = errorList().map(
    ({ code, status, title }) => `<dt><a href="${errorsPath}/${code}">${code}</a> ${status}</dt><dd>${title}</dd>`,
  )
  return pageWith(
    'Errors',
    `<h1>Errors</h1>\n<dl>\n${rows.join('\n')}\n</dl>\n<p><a href="/docs">The guide</a> · <a href="/reference">The reference</a></p>`,
  )
}
