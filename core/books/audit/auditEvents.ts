import type { Broken } from '../../ports/books/auditRules.ts'
import type { AccountEvent } from '../../ports/books/events.ts'
import type { Snapshot } from '../../ports/books/snapshot.ts'
import { digestOf } from '../events/event.ts'
import { type Ended, endOf, endOfBatch, endOfFunding } from '../subjects/follows.ts'

/** Compares the events of all accounts with the facts, in bounded memory however many there are. */
type EventCheck = {
  /** Counts an event, those of an account in their order. A gap breaks a rule. */
  event(event: AccountEvent): Broken[]
  /** Counts a fact that must have an event. */
  happened(cause: Ended): void
  /** The accounts whose events and facts differ, when everything was counted. */
  unequal(): readonly string[]
  /** Lists the facts without an event or with more than one, when everything was counted. */
  problems(snapshot: Snapshot): AsyncGenerator<Broken>
}

/** An account's last sequence, and the digests of its events less those of the facts: zero when they agree. */
type Tally = { last: number; digests: number }

/** Begins after the last events of accounts; by default before the first. */
export function eventCheck(lasts: ReadonlyMap<string, number> = new Map()): EventCheck {
  const keys = new Set<string>()
  const tallies = new Map<string, Tally>()
  function tallyOf(accountId: string): Tally {
    const tally = tallies.get(accountId)
    if (tally) return tally
    const begun = { last: lasts.get(accountId) ?? 0, digests: 0 }
    tallies.set(accountId, begun)
    return begun
  }
  const unequal = () => [...tallies].filter(([, { digests }]) => digests !== 0).map(([accountId]) => accountId)
  return {
    event(event) {
      const { accountId, sequence } = event
      const tally = tallyOf(accountId)
      const gaps = gapsIn(event, tally.last)
      tally.last = sequence
      if ('key' in event.cause) return [...gaps, ...againOf(keys, nameOf(event))]
      tally.digests = (tally.digests + digestOfCause(event)) | 0
      return gaps
    },
    happened(cause) {
      const tally = tallyOf(cause.accountId)
      tally.digests = (tally.digests - digestOfCause(cause)) | 0
    },
    unequal,
    async *problems(snapshot) {
      const accounts = unequal()
      if (accounts.length > 0) yield* unequalCauses(snapshot, new Set(accounts))
    },
  }
}

function gapsIn({ accountId, sequence }: AccountEvent, last: number): Broken[] {
  if (sequence === last + 1) return []
  const problem = `it follows event ${last}`
  return [{ rule: 'events_without_gap', row: `${accountId} event ${sequence}`, problem }]
}

/** A key need not have an event, and has at most one. */
function againOf(keys: Set<string>, row: string): Broken[] {
  if (keys.has(row)) return [{ rule: 'one_event_each', row, problem: 'it has more than one event' }]
  keys.add(row)
  return []
}

/** Reads everything again, and compares the facts of these accounts one by one. */
async function* unequalCauses(snapshot: Snapshot, accounts: ReadonlySet<string>): AsyncGenerator<Broken> {
  const events = new Map<string, number>()
  const add = (counted: Ended, change: number) => {
    if (accounts.has(counted.accountId)) events.set(nameOf(counted), (events.get(nameOf(counted)) ?? 0) + change)
  }
  for await (const event of snapshot.events()) if (!('key' in event.cause)) add(event, 1)
  for await (const { transaction } of snapshot.transactions('money')) {
    const end = endOf(transaction)
    if (end) add(end, -1)
  }
  for await (const { funding } of snapshot.fundings()) add(endOfFunding(funding), -1)
  for await (const { batch } of snapshot.batches()) {
    const end = endOfBatch(batch)
    if (end) add(end, -1)
  }
  for (const [row, difference] of events) {
    if (difference === 0) continue
    const problem = difference < 0 ? 'it has no event' : `it has ${difference} more events than ends`
    yield { rule: 'one_event_each', row, problem }
  }
}

function nameOf({ accountId, cause }: Ended): string {
  if ('batch' in cause) return `${accountId} batch ${cause.batch}`
  if ('key' in cause) return `${accountId} key ${cause.key}`
  return 'transaction' in cause ? `${accountId} transaction ${cause.transaction}` : `${accountId} ${cause.funding}`
}

/** A digest of a cause that is never zero. */
function digestOfCause(counted: Ended): number {
  return digestOf(nameOf(counted)) | 1
}
