import { createHash } from 'node:crypto'
import type { Page } from '../answers/envelope.ts'
import { rulebookPath } from '../answers/envelope.ts'
import { notFound } from '../answers/refusals.ts'
import type { Endpoint } from '../endpoint.ts'

/** The page with all rules, to which the links of errors lead; there is none before the build has written it. */
export const rulebook: Endpoint = {
  path: rulebookPath,
  methods: ['GET', 'HEAD'],
  isNoise: true,
  handler: ({ rulebook: html }) => {
    if (html === undefined) return () => notFound
    const page = pageOf(html)
    const unchanged: Page = { ...page, status: 304 }
    return (ctx) => (ctx.headers['if-none-match'] === page.headers.ETag ? unchanged : page)
  },
}

function pageOf(html: string): Page {
  return {
    status: 200,
    html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(html),
      'Cache-Control': 'no-cache',
      ETag: `"${digestOf(html)}"`,
    },
  }
}

/** Allows nothing but the page's own style and script. */
function policyOf(html: string): string {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  return [
    "default-src 'none'",
    `style-src 'sha256-${digestOf(style)}'`,
    `script-src 'sha256-${digestOf(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
