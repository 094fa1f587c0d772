/** The texts for rows of compared files. */
export const rowWords = {
  buckets: {
    matched: 'the same',
    amount_differs: 'amounts differ',
    state_differs: 'ends differ',
    missing_here: 'missing in the books',
    missing_there: 'missing in the file',
    expected: 'expected later',
    duplicate_there: 'twice in the file',
    ambiguous: 'several possible payments',
    fee: 'fee',
    not_ours: 'not one of our payments',
  },
  totals: {
    title: 'These exceptions',
    rows: 'Exceptions',
    in: 'Came in',
    out: 'Went out',
    between: 'Between wallets',
  },
} as const
