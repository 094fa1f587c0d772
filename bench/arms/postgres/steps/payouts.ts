import { uuids } from '../../../../adapters/node/node.ts'
import type { Books, Posting, Transaction } from '../../../../core/sente.ts'

/** How many payouts a node has in flight. */
const inFlight = 64

/** The amount that each payout moves, in each of its two steps. */
export const paidMinor = 500n

/**
 * Keeps payouts in flight, each from an account drawn at random, until the time is over. Resolves with the number of
 * ended ones.
 */
export async function keepPaying(
  payOut: (accountId: string) => Promise<void>,
  accountIds: readonly string[],
  ms: number,
): Promise<number> {
  const untilMs = performance.now() + ms
  let ended = 0
  const one = async () => {
    while (performance.now() < untilMs) {
      await payOut(accountIds[Math.floor(Math.random() * accountIds.length)] as string)
      ended += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return ended
}

/** A payout that succeeds at once: two steps of the books. */
export async function payOut(atomically: Books['atomically'], accountId: string): Promise<void> {
  const opened = newPayout(accountId)
  const { id, currency, reference, network, followUp } = opened
  const scope = { account: accountId, currency, transaction: id }
  await atomically({ ...scope, reference }, (work) => {
    work.record(opened)
    work.ledger.post(posting(opened, 'available', 'held'))
  })
  const ended: Transaction = { ...opened, state: 'succeeded', followUp: { ...followUp, askAtMs: null } }
  await atomically({ ...scope, events: true }, (work) => {
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
    refundOf: null,
    linkId: null,
    reference: uuids.random(),
    phoneNumber: '256770000001',
    amountMinor: paidMinor,
    currency: 'UGX',
    network: 'MTN',
    state: 'submitting',
    reason: null,
    networkReason: null,
    customerMessage: null,
    customerMessageAsSent: null,
    description: null,
    metadata: {},
    providerId: uuids.random(),
    providerRef: null,
    networkReceipt: null,
    fingerprint: 'MTN https://proxy.momoapi.mtn.com mtnuganda',
    submitUntilMs: nowMs + 5_000,
    feeMinor: 0n,
    feeBackMinor: 0n,
    countedUntilMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    attention: null,
    reported: null,
    isTakenBack: false,
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
