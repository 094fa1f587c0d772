import { textOrNull } from '../openapi/schema.ts'

/** The form of the parameter that continues a list after a page; the cursor of each list has a form of its own. */
export function cursorOf(pattern: string, example: string, more = '') {
  return [
    { type: 'string', pattern },
    'the next_cursor of a page of yours',
    `Gives the page after the one that ended with this.${more}`,
    example,
  ] as const
}

/** The schema of the field that says how to continue, in a page of a list. */
export const nextCursor = textOrNull('The cursor of the next page; null on the last one.')

/** How many rows a page has that was not asked for a number. */
export const usualLimit = 20

/** The form of the parameter that bounds a page of something. */
export function limitOf(rows: string, more = '') {
  return [
    { type: 'integer', minimum: 1, maximum: 100, default: usualLimit },
    'a whole number from 1 to 100',
    `How many ${rows} to give at most; ${usualLimit} by default.${more}`,
    50,
  ] as const
}
