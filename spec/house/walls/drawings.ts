import { join } from 'node:path'

/** A drawing on a page of `docs`, and the list below it. */
export type Drawing = {
  /** Below the project's folder. */
  readonly path: string
  /** The files in the list, by number. */
  readonly listed: readonly Stop[]
}

/** One place on a way: its number, and the file that it leads to, below the project's folder. */
export type Stop = { readonly n: number; readonly file: string }

/** The drawings of a page in `docs`. */
export function drawingsIn(page: string): Drawing[] {
  return [...page.matchAll(/!\[[^\]]+\]\((drawings\/\w+\.svg)\)\n\n((?:\d+\. .*\n| {2,3}.*\n)+)/g)].map(
    ([, path = '', list = '']) => ({
      path: join('docs', path),
      listed: [...list.matchAll(/^(\d+)\. \[([^\]]+)\]\(([^)]+)\)/gm)].flatMap(([, n, name = '', target = '']) =>
        join('docs', target) === name ? [{ n: Number(n), file: name }] : [],
      ),
    }),
  )
}

/** The stops of a drawing in `docs/drawings`. */
export function stopsIn(svg: string): Stop[] {
  return [...svg.matchAll(/<a href="([^"]+)"[^>]*>[^<]*<rect [^>]*>[^<]*<text [^>]*>(\d+) /g)].map(
    ([, target = '', n]) => ({ n: Number(n), file: join('docs/drawings', target) }),
  )
}

const tag = /^<(\/?)([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<&]*")*) ?(\/?)>$/

/** The errors of a text as an element in XML, with the parts of drawings. */
export function malformed(text: string): string[] {
  const parts = text.trimEnd().match(/<[^>]*>?|[^<]+/g) ?? []
  const open: string[] = []
  const problems = parts.flatMap((part, index) => {
    if (!part.startsWith('<')) return /[&>]/.test(part) || open.length === 0 ? [part] : []
    const [whole, isEnd, name = '', attributes = '', isEmpty] = tag.exec(part) ?? []
    const names = [...attributes.matchAll(/([a-zA-Z:-]+)=/g)].map(([, one]) => one)
    const isSecondRoot = index > 0 && open.length === 0
    if (whole === undefined || new Set(names).size < names.length || isSecondRoot) return [part]
    if (isEnd) return open.pop() === name ? [] : [part]
    if (!isEmpty) open.push(name)
    return []
  })
  return [...problems, ...open.map((name) => `<${name}> has no end`)]
}
