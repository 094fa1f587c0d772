import { textOrNull } from '../openapi/schema.ts'

/** The form of the parameter for the next page of a list. Each list has its own form of cursor. */
export function cursorOf(pattern: string, example: string, more = '') {
  return [
    { type: 'string', pattern },
    'the next_cursor of an earlier page',
    `Returns the page after the one with this next_cursor.${more}`,
    example,
  ] as const
}

/** The schema of the field for the next page of a list. */
export const nextCursor = textOrNull('The cursor of the next page; null on the last one.')

/** The number of rows in a page by default. */
export const usualLimit = 20

/** The form of the parameter for the length of a page. */
export function limitOf(rows: string, more = '') {
  return [
    { type: 'integer', minimum: 1, maximum: 100, default: usualLimit },
    'a whole number from 1 to 100',
    `The most ${rows} to return; ${usualLimit} by default.${more}`,
    50,
  ] as const
}
