import { fund } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding, aKey, anAccount } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const hourMs = 3_600_000

/** Rules 203.77 and 203.78: keys that expire soon. */
export const expiringKeys: Facts<Store> = {
  async '203.77 an account gets one event for each key that expires soon'(store) {
    const nowMs = Date.now()
    const keyIn = (hours: number) => ({ ...aKey('secret'), expiresAtMs: nowMs + hours * hourMs })
    const [first, second, late] = [keyIn(2), keyIn(22), keyIn(-2)]
    const account = anAccount({ keys: [second, aKey('secret'), late, keyIn(26), first, keyIn(-26)] })
    const [revoked, closed] = [
      anAccount({ keys: [{ ...keyIn(2), active: false }] }),
      anAccount({ closed: true, keys: [keyIn(2)] }),
    ]
    for (const one of [account, revoked, closed]) await store.accounts.add(one)
    const tell = (limit: number) =>
      store.accounts.tellExpiring({ nowMs, withinMs: 24 * hourMs, lateMs: 24 * hourMs, limit })
    equal(await tell(2), [account.id, account.id], 'the accounts with events for two keys')
    equal(await tell(2), [account.id], 'the accounts with events for the rest')
    equal(await tell(2), [], 'the accounts with repeated events')
    const { events, last } = await store.books.events({ accountId: account.id, after: 0, limit: 9 })
    equal(
      events.map((rows) => ('key' in rows ? [rows.event.sequence, rows.event.cause, rows.key] : [])),
      [late, first, second].map((key, place) => [place + 1, { key: key.id }, key]),
      'the events of the account',
    )
    equal(last, 3, 'the last event')
    const ofType = await store.books.events({ accountId: account.id, type: 'key.expiring', after: 1, limit: 1 })
    equal(
      ofType.events.map(({ event }) => event.sequence),
      [2],
      'the events of the type after the first one',
    )
  },

  async '203.78 a key has one event, however many processes write it at once and whatever else happens to the account'(
    store,
  ) {
    const nowMs = Date.now()
    const sequences = Array.from({ length: 66 }, (_, index) => index + 1)
    const account = anAccount({
      keys: sequences.map((hours) => ({ ...aKey('secret'), expiresAtMs: nowMs + hours * hourMs })),
    })
    await store.accounts.add(account)
    const given = { nowMs, withinMs: 99 * hourMs, lateMs: 0, limit: 99 }
    const [reported] = await Promise.all([
      Promise.all([1, 2, 3].map(() => store.accounts.tellExpiring(given))),
      fundTwentyTimes(store, account.id),
    ])
    equal(reported.flat().length, 66, 'the number of events of an account')
    const query = { accountId: account.id, after: 0, limit: 99 }
    const { events, last } = await store.books.events(query)
    equal([events.length, last], [86, 86], 'the events of the account')
    const ofType = await store.books.events({ ...query, type: 'key.expiring' })
    equal(
      ofType.events,
      events.filter((rows) => 'key' in rows),
      'the events of the type',
    )
  },
}

async function fundTwentyTimes(store: Store, accountId: string): Promise<void> {
  for (let time = 0; time < 20; time += 1) await fund(store, aFunding(accountId))
}
