import type { Posting, StatementRows } from '../../../../core/sente.ts'

type Referred = StatementRows['postings'][number]

/** A funding of 7 shillings, or another posting, with the name of its cause. */
export function aPosting({
  posting,
  ...named
}: Partial<Omit<Referred, 'posting'>> & { posting?: Partial<Posting> } = {}) {
  return {
    posting: {
      accountId: 'an account',
      currency: 'UGX',
      from: 'funding',
      to: 'available',
      amountMinor: 7n,
      cause: { funding: 'bank-1' },
      atMs: Date.UTC(2026, 2, 31, 21, 30),
      ...posting,
    },
    reference: 'bank-1',
    paymentKind: null,
    phoneNumber: null,
    description: null,
    metadata: {},
    networkReceipt: null,
    networkReason: null,
    ...named,
  } satisfies Referred
}
