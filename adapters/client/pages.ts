import type { Refused } from './exchange.ts'

/** A refusal where a call cannot return one. */
export class RefusedError extends Error {
  readonly refusal: Refused

  constructor(refusal: Refused) {
    super(refusal.message)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}

/** Whether a call was refused. */
export function isRefused(result: object): result is Refused {
  return 'refused' in result
}

/** Everything of a list, page by page; a refusal of a page is thrown. */
export async function* eachOf<Page extends { readonly next_cursor: string | null }, Row>(
  pageAfter: (cursor: string | undefined) => Promise<Page | Refused>,
  rowsOf: (page: Page) => readonly Row[],
  first?: string,
): AsyncGenerator<Row, void> {
  for (let cursor = first; ; ) {
    const page = await pageAfter(cursor)
    if (isRefused(page)) throw new RefusedError(page)
    yield* rowsOf(page)
    if (page.next_cursor === null) return
    cursor = page.next_cursor
  }
}
