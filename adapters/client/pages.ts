import { isRefused, type Refused, RefusedError } from './refused.ts'

/** All rows of a list, page by page. A refusal of a page is thrown. */
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
