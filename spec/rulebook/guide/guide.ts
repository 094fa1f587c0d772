import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Marked } from 'marked'
import { escaped } from '../page/text.ts'

/** A page of the documentation, by its path in the project. */
type GuidePage = { readonly path: string; readonly text: string }

const first = 'docs/merchants.md'
const isOfGuide = /^docs\/(merchants[./]|(webhooks|client|test-numbers)\.md$)/
const style = readFileSync(new URL('guide.css', import.meta.url), 'utf8')

/** The merchants' guide as self-contained HTML pages, by their names under `/docs`. */
export function guideOf(pages: readonly GuidePage[]): Record<string, string> {
  const own = pages.filter(({ path }) => isOfGuide.test(path))
  const isServed = (path: string) => own.some((page) => page.path === path)
  return Object.fromEntries(own.map((page) => [nameOf(page.path), htmlOf(page, isServed)]))
}

/** `docs/merchants/payments.md` is `merchants-payments`. */
function nameOf(path: string): string {
  return path
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replaceAll('/', '-')
}

function htmlOf({ path, text }: GuidePage, isServed: (path: string) => boolean): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const leadsTo = hrefOf(href, path, isServed)
        const shown = this.parser.parseInline(tokens)
        return leadsTo === undefined ? shown : `<a href="${escaped(leadsTo)}">${shown}</a>`
      },
      html: () => '',
    },
  })
  const [, title = ''] = /^# (.*)$/m.exec(text) ?? []
  const body = (marked.parse(text) as string)
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} – sente</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<nav><a href="/docs">The guide</a> <a href="/reference">Every call</a> <a href="/errors">Errors</a> <a href="/rulebook">The rules</a></nav>
<main>
${body}</main>
</body>
</html>
`
}

/** The anchor of a heading in Markdown, as hosts of repositories make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** The address of a link on a gateway; undefined for a page that the gateway does not serve. */
function hrefOf(href: string, from: string, isServed: (path: string) => boolean): string | undefined {
  if (/^(https:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const target = posix.join(posix.dirname(from), file)
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (target === 'docs/rulebook.md') return `/rulebook${hash}`
  if (target === first || `${target}.md` === first) return `/docs${hash}`
  return isServed(target) ? `/docs/${nameOf(target)}${hash}` : undefined
}
