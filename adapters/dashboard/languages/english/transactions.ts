/** The texts of the list of payments. */
export const transactionsWords = {
  title: 'Transactions',
  csv: 'All of these as CSV',
  views: {
    open: 'Open',
    collectedToday: 'Collected today',
    sentToday: 'Sent today',
    failedThisMonth: 'Failed this month',
    refundedThisMonth: 'Refunded this month',
  },
} as const
