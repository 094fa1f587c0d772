import { digestOf, keptAnswer, pagePolicy } from './kept.ts'

/** Answers with a page that the build has made, and allows nothing but the page's own style and script. */
export function builtPage(html: string) {
  return keptAnswer({ text: html, type: 'text/html', headers: { 'Content-Security-Policy': policyOf(html) } })
}

function policyOf(html: string): string {
  const own = (['style', 'script'] as const).flatMap((tag) => {
    const [, text] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html) ?? []
    return text === undefined ? [] : [`${tag}-src 'sha256-${digestOf(text)}'`]
  })
  return pagePolicy(...own, 'img-src data:')
}
