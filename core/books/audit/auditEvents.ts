import { isFinal, type Transaction } from '../../model/transaction.ts'
import type { Broken } from '../../ports/books/auditRules.ts'
import type { AccountEvent } from '../../ports/books/events.ts'
import type { Snapshot } from '../../ports/books/snapshot.ts'
import { digestOf } from '../events/event.ts'

/** Something that has to have exactly one event: a transaction that has ended, a funding or a withdrawal. */
type Cause = Pick<AccountEvent, 'accountId' | 'cause'>

/** Compares the events of all accounts with what has happened, in bounded memory however many there are. */
type EventCheck = {
  /** Counts an event, those of an account in their order; one that leaves a gap breaks a rule. */
  event(event: AccountEvent): Broken[]
  /** Counts what has to have an event. */
  happened(cause: Cause): void
  /** Names what has no event or more than one, when everything was counted. */
  problems(snapshot: Snapshot): AsyncGenerator<Broken>
}

/** An account's last sequence, and the digests of its events less those of what has happened: zero when they agree. */
type Tally = { last: number; digests: number }

/** Begins with nothing counted. */
export function eventCheck(): EventCheck {
  const tallies = new Map<string, Tally>()
  function tallyOf(accountId: string): Tally {
    const tally = tallies.get(accountId) ?? { last: 0, digests: 0 }
    tallies.set(accountId, tally)
    return tally
  }
  return {
    event(event) {
      const { accountId, sequence } = event
      const tally = tallyOf(accountId)
      const problem = `it follows event ${tally.last}`
      const isNext = sequence === tally.last + 1
      tally.last = sequence
      tally.digests = (tally.digests + digestOfCause(event)) | 0
      return isNext ? [] : [{ rule: 'events_without_gap', row: `${accountId} event ${sequence}`, problem }]
    },
    happened(cause) {
      const tally = tallyOf(cause.accountId)
      tally.digests = (tally.digests - digestOfCause(cause)) | 0
    },
    async *problems(snapshot) {
      const unequal = [...tallies].filter(([, { digests }]) => digests !== 0).map(([accountId]) => accountId)
      if (unequal.length > 0) yield* unequalCauses(snapshot, new Set(unequal))
    },
  }
}

/** What a transaction has to have an event for; undefined while it is open. */
export function endOf({ accountId, id, state }: Transaction): Cause | undefined {
  return isFinal(state) ? { accountId, cause: { transaction: id } } : undefined
}

/** Reads everything again, and compares what belongs to these accounts one by one. */
async function* unequalCauses(snapshot: Snapshot, accounts: ReadonlySet<string>): AsyncGenerator<Broken> {
  const events = new Map<string, number>()
  const add = (counted: Cause, change: number) => {
    if (accounts.has(counted.accountId)) events.set(nameOf(counted), (events.get(nameOf(counted)) ?? 0) + change)
  }
  for await (const event of snapshot.events()) add(event, 1)
  for await (const { transaction } of snapshot.transactions()) {
    const end = endOf(transaction)
    if (end) add(end, -1)
  }
  for await (const { funding } of snapshot.fundings())
    add({ accountId: funding.accountId, cause: { funding: funding.reference } }, -1)
  for (const [row, difference] of events) {
    if (difference === 0) continue
    const problem = difference < 0 ? 'it has no event' : `it has ${difference} more events than ends`
    yield { rule: 'one_event_each', row, problem }
  }
}

function nameOf({ accountId, cause }: Cause): string {
  return 'transaction' in cause ? `${accountId} transaction ${cause.transaction}` : `${accountId} ${cause.funding}`
}

/** A digest of a cause that is never zero. */
function digestOfCause(counted: Cause): number {
  return digestOf(nameOf(counted)) | 1
}
