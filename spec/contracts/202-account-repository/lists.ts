import { equal } from '../kit/expectations.ts'
import { anAccount } from '../kit/records.ts'
import type { Accounts } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const dayMs = 24 * 3_600_000

/** Rules 202.14 to 202.17: counts and lists of accounts, and counts of their look-ups. */
export const lists: Facts<Accounts> = {
  async '202.14 accounts with a PIN are counted by PIN key, and the first of each is named; closed accounts are left out'({
    accounts,
  }) {
    equal(await accounts.pinKeyCounts(), [], 'the counts without accounts')
    const pinUnder = (keyVersion: string) => ({ id: `a PIN under ${keyVersion}`, keyVersion, mac: 'a MAC' })
    const moved = anAccount({ pin: pinUnder('beef') })
    const [first, second] = [anAccount({ pin: pinUnder('cafe') }), anAccount({ pin: pinUnder('cafe') })]
    for (const account of [
      second,
      first,
      moved,
      anAccount({ pin: pinUnder('cafe'), apiAccess: false, kyc: 'incomplete' }),
      anAccount({ pin: pinUnder('cafe'), closed: true }),
      anAccount({ pin: pinUnder('dead'), closed: true }),
      anAccount({ pin: null }),
    ]) {
      await accounts.add(account)
    }
    equal(
      await accounts.pinKeyCounts(),
      [
        { keyVersion: 'beef', accounts: 1, firstId: moved.id },
        { keyVersion: 'cafe', accounts: 3, firstId: first.id },
      ],
      'the counts',
    )
    await accounts.change(moved.id, (before) => ({ ...before, pin: pinUnder('cafe') }))
    equal(
      await accounts.pinKeyCounts(),
      [{ keyVersion: 'cafe', accounts: 4, firstId: moved.id }],
      'the counts after a PIN was moved to the other key',
    )
  },

  async '202.15 accounts are listed newest first, in pages, all or those whose name contains a text'({ accounts }) {
    const names = ['Duka one', 'Épicerie', 'duka two', '100 % Duka', 'Kiosk']
    const made = names.map((name, index) => anAccount({ name, closed: index === 1 }))
    // Nodes with different clocks add them in another order.
    for (const index of [1, 0, 4, 3, 2]) await accounts.add(made[index] ?? anAccount())
    const newest = [...made].reverse()
    equal(await accounts.list({ limit: 5 }), { accounts: newest, next: null }, 'all accounts')
    const first = await accounts.list({ limit: 3 })
    equal(first, { accounts: newest.slice(0, 3), next: newest[2]?.id }, 'the first page')
    const second = await accounts.list({ limit: 2, before: first.next ?? '' })
    equal(second, { accounts: newest.slice(3), next: null }, 'the second page')
    const named = async (name: string) => (await accounts.list({ name, limit: 9 })).accounts.map((found) => found.name)
    equal(await named('DUKA'), ['100 % Duka', 'duka two', 'Duka one'], 'the names that contain DUKA')
    equal(await named('%'), ['100 % Duka'], 'the names that contain %')
    equal(await named('ÉPICERIE'), ['Épicerie'], 'the names that contain ÉPICERIE')
    equal(await named('épicerie'), [], 'the names that contain épicerie')
    equal(await named('nobody'), [], 'the names that contain nobody')
    const page = await accounts.list({ name: 'duka', limit: 2 })
    equal(page.next, made[2]?.id, 'the next of a page of accounts by name')
  },

  async '202.16 the time comes from the caller, or from one clock for all callers'({ accounts }) {
    const reported = [await accounts.nowMs(0), await accounts.nowMs(dayMs)]
    const isOwn = reported.every((ms) => Math.abs(ms - Date.now()) < dayMs)
    if (!isOwn) equal(reported, [0, dayMs], 'the returned times, in milliseconds, far from the present')
  },
  async '202.17 look-ups of names are counted for their account up to the limit of an hour, exactly even when many come at once'({
    accounts,
  }) {
    const [account, other] = [anAccount(), anAccount()]
    await accounts.add(account)
    await accounts.add(other)
    const nowMs = Date.now()
    const count = (id: string, most: number | null) => accounts.countNameLookUp(id, { nowMs, most })
    equal(await count(account.id, null), { pauseMs: 0 }, 'the answer to a look-up that is counted in any case')
    const counted = await Promise.all(Array.from({ length: 10 }, () => count(account.id, 5)))
    equal(counted.filter(({ pauseMs }) => pauseMs === 0).length, 4, 'the number of ten at once that were counted')
    const pauses = counted.filter(({ pauseMs }) => pauseMs > 0).map(({ pauseMs }) => Math.ceil(pauseMs / 60_000))
    equal(pauses, [60, 60, 60, 60, 60, 60], 'the minutes that the others have to wait')
    equal(await count(account.id, null), { pauseMs: 0 }, 'the answer to another that is counted in any case')
    equal((await count(account.id, 6)).pauseMs > 0, true, 'whether it has counted')
    equal(await count(other.id, 1), { pauseMs: 0 }, 'the answer to another account')
  },
}
