/** The texts of an account's charts. */
export const chartsWords = {
  heading: 'Charts',
  all: 'All charts',
  spans: { month: 'The last 30 days', quarter: 'The last 13 weeks' },
  nothing: 'No payment ended in this time.',
  title: {
    inAndOut: (currency: string) => `Money in, and out below zero, ${currency}`,
    balance: (currency: string) => `Balance with held money, ${currency}`,
    payments: 'Payments: succeeded, and failed ones above',
    fees: (currency: string) => `Fees, ${currency}`,
  },
  figures: (part: Record<'in' | 'out' | 'outcome' | 'fees' | 'balance', string>) =>
    `in ${part.in}, out ${part.out}; ${part.outcome}; fees ${part.fees}; balance ${part.balance}`,
  together: (figures: string) => `In all: ${figures}.`,
  label: (titles: string, figures: string) => `${titles}. In all: ${figures}`,
  columns: { day: 'Days', in: 'In', out: 'Out', outcome: 'Payments', fees: 'Fees', balance: 'Balance after' },
} as const
