import { STATUS_CODES } from 'node:http'
import { digestOf } from '../answers/cacheable.ts'
import { envelopeOf, rulebookPath } from '../answers/envelope.ts'
import { exampleOf, helpOn } from '../answers/errors/help.ts'
import { type Problem, problemOf, problemType } from '../answers/errors/problem.ts'
import { type ErrorCode, ruleOf } from '../answers/errors/refusals.ts'
import { pagePolicy } from '../answers/headers.ts'

/** The contents of the page about an error. */
export type ErrorPage = {
  readonly code: ErrorCode
  readonly http_status: number
  readonly happened: string
  readonly money: string
  readonly reference: string
  readonly to_do: string
  /** The path of the rule that states it. */
  readonly rule: string
  readonly example: { readonly headers: Readonly<Record<string, string>>; readonly body: object }
  /** The body of the same example for clients that accept problems. */
  readonly problem: Problem
}

/** The page about an error. */
export function errorPage(code: ErrorCode): ErrorPage {
  const { happened, money, reference, toDo } = helpOn(code)
  const example = exampleOf(code)
  const { status, headers, body } = envelopeOf(example)
  return {
    code,
    http_status: status,
    happened,
    money,
    reference,
    to_do: toDo,
    rule: `${rulebookPath}#${ruleOf(code)}`,
    example: { headers, body: Object(body) },
    problem: problemOf(example),
  }
}

/** The page in Markdown. */
export function markdownOf(page: ErrorPage): string {
  const sections = sectionsOf(page).map(([title, text]) => `## ${title}\n\n${text}\n`)
  const example = `## An example\n\n\`\`\`http\n${exampleText(page)}\n\`\`\`\n`
  const problem = `## For programs\n\n${forPrograms}\n\n\`\`\`json\n${problemText(page)}\n\`\`\`\n`
  return [`# ${page.code}\n`, ...sections, example, problem, `[The rule](${page.rule})\n`].join('\n')
}

/** The page in HTML. */
export function htmlOf(page: ErrorPage): string {
  const sections = sectionsOf(page).map(([title, text]) => `<h2>${title}</h2>\n<p>${escaped(text)}</p>`)
  return pageWith(
    page.code,
    `<h1>${page.code}</h1>
${sections.join('\n')}
<h2>An example</h2>
<pre>${escaped(exampleText(page))}</pre>
<h2>For programs</h2>
<p>${forPrograms}</p>
<pre>${escaped(problemText(page))}</pre>
<p><a href="${page.rule}">The rule</a> · <a href="/errors">All errors</a> · <a href="/docs">The guide</a> · <a href="/reference">The reference</a></p>`,
  )
}

/** A page about errors in HTML, with its title and its body. */
export function pageWith(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
}

const style =
  ':root { color-scheme: light dark; --link: #0b5c4d; background: #fff } @media (prefers-color-scheme: dark) { :root { --link: #6fd0b8; background: #15181b; color: #e4e2dc } } body { font: 1rem/1.5 sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere } a { color: var(--link) } pre { white-space: pre-wrap; overflow-wrap: anywhere }'

/** The headers of such a page, in any format. */
export const errorPageHeaders = {
  Vary: 'Accept',
  'Content-Security-Policy': pagePolicy(`style-src 'sha256-${digestOf(style)}'; img-src data:`),
}

function sectionsOf({ happened, money, reference, to_do }: ErrorPage): [title: string, text: string][] {
  return [
    ['What happened', happened],
    ['Has money moved?', money],
    ['Is the reference used up?', reference],
    ['What to do', to_do],
  ]
}

function exampleText({ http_status, example }: ErrorPage): string {
  const lines = Object.entries(example.headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${http_status} ${STATUS_CODES[http_status]}`, ...lines, '', JSON.stringify(example.body)].join('\n')
}

const forPrograms = `The same example to a request with Accept: ${problemType}.`

function problemText({ problem }: ErrorPage): string {
  return JSON.stringify(problem, null, 2)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
