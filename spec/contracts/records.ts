import { uuids } from '../../adapters/node/node.ts'
import type { Account, Funding, Posting, Transaction } from '../../core/sente.ts'

const atMs = Date.UTC(2026, 0, 2, 8)

/** An account with two keys, two currencies and a PIN, all of its own. */
export function anAccount(given: Partial<Account> = {}): Account {
  return {
    id: uuids.ordered(),
    name: 'Duka',
    kyc: 'complete',
    apiAccess: true,
    closed: false,
    activatedCurrencies: ['UGX', 'RWF'],
    pin: { id: uuids.random(), keyVersion: 'one', mac: 'a MAC' },
    keys: [aKey('secret'), aKey('public')],
    version: 1,
    ...given,
  }
}

/** A key that no other account has. */
export function aKey(kind: 'secret' | 'public', active = true): Account['keys'][number] {
  return { id: uuids.ordered(), kind, digest: `digest ${uuids.random()}`, active }
}

/** A payout of UGX 5,000 that was just opened, under a reference of its own. */
export function aPayout(accountId: string, given: Partial<Transaction> = {}): Transaction {
  return {
    id: uuids.ordered(),
    accountId,
    kind: 'payout',
    reference: `order ${uuids.random()}`,
    phoneNumber: '256770000001',
    amountMinor: 5_000n,
    currency: 'UGX',
    network: 'MTN',
    state: 'submitting',
    reason: null,
    providerId: uuids.random(),
    providerRef: null,
    fingerprint: 'mtn at home',
    submitUntilMs: atMs + 5_000,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    attention: null,
    followUp: {
      askAtMs: atMs + 65_000,
      enquiries: 0,
      absences: 0,
      absencesUnmeasured: 0,
      absentSince: null,
      aheadMs: 0,
    },
    ...given,
  }
}

/** A funding of UGX 100,000 under a reference of its own. */
export function aFunding(accountId: string, given: Partial<Funding> = {}): Funding {
  const reference = `float ${uuids.random()}`
  return { accountId, reference, kind: 'fund', currency: 'UGX', amountMinor: 100_000n, because: null, atMs, ...given }
}

/** The posting that a funding makes. */
export function fundingPosting({ accountId, currency, amountMinor, reference, atMs }: Funding): Posting {
  return { accountId, currency, from: 'funding', to: 'available', amountMinor, cause: { funding: reference }, atMs }
}

/** The posting that holds a payout's money. */
export function holdPosting({ accountId, currency, amountMinor, id, createdAtMs }: Transaction): Posting {
  return {
    accountId,
    currency,
    from: 'available',
    to: 'held',
    amountMinor,
    cause: { transaction: id },
    atMs: createdAtMs,
  }
}
