import { rulebookPath } from '../answers/envelope.ts'
import { digestOf, keptAnswer, pagePolicy } from '../answers/kept.ts'
import { pageAnswers } from '../description/described.ts'
import type { Endpoint } from '../endpoint.ts'
import { notFound } from '../errors/refusals.ts'

/** The page with all rules, to which the links of errors lead; there is none before the build has written it. */
export const rulebook: Endpoint = {
  path: rulebookPath,
  methods: ['GET', 'HEAD'],
  isNoise: true,
  described: {
    id: 'rulebook',
    tag: 'Service',
    isPublic: true,
    summary: 'Read the rules',
    description: 'Every rule that payments follow, on one page, with its examples.',
    answers: pageAnswers('text/html'),
    refusals: ['not_found', 'rate_limited'],
  },
  handler: ({ rulebook: html }) => {
    if (html === undefined) return () => notFound
    return keptAnswer({ text: html, type: 'text/html', headers: { 'Content-Security-Policy': policyOf(html) } })
  },
}

/** Allows nothing but the page's own style and script. */
function policyOf(html: string): string {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  return pagePolicy(`style-src 'sha256-${digestOf(style)}'`, `script-src 'sha256-${digestOf(script)}'`, 'img-src data:')
}
