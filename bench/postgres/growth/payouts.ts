import { uuids } from '../../../adapters/node/node.ts'
import type { PostgresStore } from '../../../adapters/postgres/postgres.ts'
import type { Posting, Transaction } from '../../../core/sente.ts'

/** Pays out from accounts drawn at random until the time is over; resolves with the number of steps that were taken. */
export async function payOut(store: PostgresStore, accountIds: readonly string[], ms: number): Promise<number> {
  const untilMs = performance.now() + ms
  let steps = 0
  const one = async () => {
    while (performance.now() < untilMs) {
      await openAndEnd(store, accountIds[Math.floor(Math.random() * accountIds.length)] as string)
      steps += 2
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return steps
}

const inFlight = 64

/** The two steps of a payout that succeeds at once. */
async function openAndEnd({ books }: PostgresStore, accountId: string): Promise<void> {
  const opened = newPayout(accountId)
  const { id, currency, reference, network, followUp } = opened
  const scope = { account: accountId, currency, transaction: id }
  await books.atomically({ ...scope, reference }, (work) => {
    work.record(opened)
    work.ledger.post(posting(opened, 'available', 'held'))
  })
  const ended: Transaction = { ...opened, state: 'succeeded', followUp: { ...followUp, askAtMs: null } }
  await books.atomically({ ...scope, events: true }, (work) => {
    work.record(ended)
    work.ledger.post(posting(ended, 'held', `float:${network}`))
  })
}

function posting(transaction: Transaction, from: Posting['from'], to: Posting['to']): Posting {
  const { id, accountId, currency, amountMinor, updatedAtMs } = transaction
  return { accountId, currency, from, to, amountMinor, cause: { transaction: id }, atMs: updatedAtMs }
}

function newPayout(accountId: string): Transaction {
  const nowMs = Date.now()
  return {
    id: uuids.ordered(),
    accountId,
    kind: 'payout',
    reference: uuids.random(),
    phoneNumber: '256770000001',
    amountMinor: 500n,
    currency: 'UGX',
    network: 'MTN',
    state: 'submitting',
    reason: null,
    providerId: uuids.random(),
    providerRef: null,
    fingerprint: 'MTN https://proxy.momoapi.mtn.com mtnuganda',
    submitUntilMs: nowMs + 5_000,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    attention: null,
    followUp: {
      askAtMs: nowMs + 15_000,
      enquiries: 0,
      absences: 0,
      absencesUnmeasured: 0,
      absentSince: null,
      aheadMs: 0,
    },
  }
}
