/** What most errors have in common: the request did nothing. */
export const untouched = {
  money: 'No money was moved or held.',
  reference: 'The request has used up no reference.',
  example: {},
} as const
