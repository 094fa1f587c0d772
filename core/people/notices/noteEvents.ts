import { type Calendar, utcDays } from '../../model/days.ts'
import type { User } from '../../model/people.ts'
import type { Books } from '../../ports/books/books.ts'
import type { EventRows } from '../../ports/books/events.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notices } from '../../ports/people/notices.ts'
import type { People } from '../../ports/people/people.ts'
import { mayDo } from '../permissions.ts'
import { type Noted, noticeFor, settingsOf } from './wanted.ts'

/** The ports for notices of events. */
export type EventNoticePorts = {
  readonly notices: Pick<Notices, 'behind' | 'begin' | 'add' | 'settings'>
  readonly people: Pick<People, 'users'>
  readonly books: Pick<Books, 'events'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly days?: Calendar | undefined
}

/** The function that {@link noteEvents} returns. */
export type NoteEvents = () => Promise<void>

/** How many accounts are looked at in one run, how many events at once, and how many stretches of an account. */
const [accountsAtOnce, eventsAtOnce, stretchesAtOnce] = [100, 100, 10]

/** How many payments of a stretch have a notice each; more have one together. */
const apart = 3

/**
 * Makes the notices of accounts' events, afterwards: each event is noted once for each user, however many nodes do this
 * and whenever they crash. Users see no event from before they joined.
 */
export function noteEvents(ports: EventNoticePorts): NoteEvents {
  return async () => {
    for (const { accountId, upTo } of await ports.notices.behind({ limit: accountsAtOnce })) {
      const users = (await ports.people.users({ accountId })).filter(({ state }) => state === 'active')
      if (upTo === null) await begin(ports, { accountId, users })
      else await noteAll(ports, { accountId, users, after: upTo })
    }
  }
}

type Given = { readonly accountId: string; readonly users: readonly Joined[] }

type Joined = Pick<User, 'id' | 'accountId' | 'role' | 'state' | 'createdAtMs'>

/** The mark before the first event that a user may see, found by halving: an account may have millions. */
async function begin({ notices, books }: EventNoticePorts, { accountId, users }: Given): Promise<void> {
  const joinedMs = Math.min(...users.map(({ createdAtMs }) => createdAtMs))
  let [low, high] = [0, (await books.events({ accountId, after: 0, limit: 1 })).last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [found] = (await books.events({ accountId, after: middle, limit: 1 })).events
    if (found && found.event.atMs < joinedMs) low = middle + 1
    else high = middle
  }
  await notices.begin({ accountId, upTo: low })
}

async function noteAll(ports: EventNoticePorts, given: Given & { readonly after: number }): Promise<void> {
  const { notices, books, clock, days = utcDays } = ports
  const { accountId, users } = given
  const settings = await settingsOf(notices, users)
  let after = given.after
  for (let stretch = 0; stretch < stretchesAtOnce; stretch += 1) {
    const { events, last } = await books.events({ accountId, after, limit: eventsAtOnce })
    const upTo = events.at(-1)?.event.sequence
    if (upTo === undefined) return
    const at = { nowMs: clock.nowMs(), days }
    const made = users.flatMap((user) => {
      const own = settings.get(user.id)
      return own ? notedFor(user, events).flatMap((noted) => noticeFor(own, noted, at)) : []
    })
    if (!(await notices.add(made, { accountId, after, upTo })) || upTo >= last) return
    after = upTo
  }
}

/** The facts of a stretch for a user. */
function notedFor(user: Joined, events: readonly EventRows[]): readonly Noted[] {
  const seen = events.filter(({ event }) => event.atMs >= user.createdAtMs)
  const paid = mayDo(user, 'look') ? seen.flatMap(paymentIn) : []
  const keys = mayDo(user, 'key.rotate') ? seen.flatMap(keyIn) : []
  return [...(paid.length > apart ? together(paid) : paid.map(one)), ...keys]
}

type Paid = {
  readonly sequence: number
  readonly atMs: number
  readonly id: string
  readonly currency: string
  readonly minor: bigint
}

function paymentIn(rows: EventRows): readonly Paid[] {
  if (!('transaction' in rows)) return []
  const { id, kind, state, currency, amountMinor: minor } = rows.transaction
  if (kind !== 'collection' || state !== 'succeeded') return []
  return [{ sequence: rows.event.sequence, atMs: rows.event.atMs, id, currency, minor }]
}

function one({ sequence, atMs, id, currency, minor }: Paid): Noted {
  const facts = { transaction: id, payments: 1, currency, minor: String(minor) }
  return { key: `event ${sequence}`, kind: 'paid', facts, atMs }
}

/** One fact a currency, so that a busy shop is not flooded. */
function together(paid: readonly Paid[]): readonly Noted[] {
  return [...new Set(paid.map(({ currency }) => currency))].flatMap((currency) => {
    const own = paid.filter((payment) => payment.currency === currency)
    const last = own.at(-1)
    if (!last) return []
    if (own.length === 1) return [one(last)]
    const minor = String(own.reduce((sum, payment) => sum + payment.minor, 0n))
    const facts = { payments: own.length, currency, minor }
    return [{ key: `event ${last.sequence}`, kind: 'paid', facts, atMs: last.atMs }]
  })
}

function keyIn(rows: EventRows): readonly Noted[] {
  if (!('key' in rows)) return []
  const { id, expiresAtMs } = rows.key
  return [{ key: `key ${id}`, kind: 'key', facts: { key: id, expires: expiresAtMs }, atMs: rows.event.atMs }]
}
