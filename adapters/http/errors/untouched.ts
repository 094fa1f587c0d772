/** What most errors have in common: the request did nothing, and would be refused again as it is. */
export const untouched = {
  moneyMoved: 'no',
  money: 'No money was moved or held.',
  referenceUsed: 'no',
  reference: 'The request has used up no reference.',
  retry: 'after_change',
  example: {},
} as const
