import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cacheableAnswer, once } from '../answers/cacheable.ts'
import { pagePolicy } from '../answers/headers.ts'
import type { Endpoint } from '../endpoint.ts'
import { type Operation, pageAnswers } from '../openapi/operation.ts'

const path = '/reference'
const style = 'body { margin: 0 }'

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>sente: the API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main id="reference"></main>
<noscript><p>A script draws this page. The same in JSON is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
<script src="${path}/redoc.js"></script>
<script src="${path}/start.js"></script>
</body>
</html>
`

/** Redoc sets style attributes and adds rules of its own, so inline style is allowed. Inline scripts are not. */
const policy = pagePolicy(
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  'worker-src blob:',
)

const start = `Redoc.init('/openapi.json', { hideDownloadButton: true }, document.getElementById('reference'))\n`

/** The page that shows the description of the API to people. */
export const reference: Endpoint = {
  path,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: described('reference', 'Read the reference', 'This description as a page for people.', 'text/html'),
  handler: () => cacheableAnswer({ text: html, type: 'text/html', headers: { 'Content-Security-Policy': policy } }),
}

/** The program that draws the page. */
export const referenceBundle: Endpoint = {
  path: `${path}/redoc.js`,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: described('referenceBundle', 'Load the reference’s program', 'The program that draws the reference.'),
  handler: () => {
    const answer = once(() => cacheableAnswer({ text: bundle(), type: 'text/javascript' }))
    return (ctx) => answer()(ctx)
  },
}

/** Starts that program. */
export const referenceStart: Endpoint = {
  path: `${path}/start.js`,
  methods: ['GET'],
  acts: [],
  isNoise: true,
  openapi: described(
    'referenceStart',
    'Load the start of the reference',
    'The script that starts the program of the reference.',
  ),
  handler: () => cacheableAnswer({ text: start, type: 'text/javascript' }),
}

/**
 * Redoc without its logo, which it would load from elsewhere: from the build, or from npm's folder if there is no
 * build.
 */
function bundle(): string {
  const built = new URL('../../../redoc/bundles/redoc.standalone.js', import.meta.url)
  const file = existsSync(built) ? built : createRequire(built).resolve('redoc/bundles/redoc.standalone.js')
  return readFileSync(file, 'utf8').replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,')
}

function described(id: string, summary: string, description: string, type = 'text/javascript'): Operation {
  return {
    id,
    tag: 'Service',
    summary,
    description,
    answers: pageAnswers(type),
    refusals: ['rate_limited'],
  }
}
