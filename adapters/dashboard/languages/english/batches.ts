/** The texts of the lists of batches. */
export const batchesWords = {
  title: 'Batches',
  none: 'No batches.',
  reference: 'Reference',
  made: 'Made',
  lines: 'Lines',
  state: 'State',
  amount: 'Amount with fees',
  states: {
    draft: 'draft',
    awaiting_approval: 'waits for approval',
    paying: 'paying',
    paused: 'paused',
    cancelling: 'being cancelled',
    completed: 'completed',
  },
  anyState: 'all',
  newer: 'New batch',
  waiting: 'Batches that need a person',
  lineCount: (lines: number) => (lines === 1 ? '1 line' : `${lines.toLocaleString('en-GB')} lines`),
} as const
