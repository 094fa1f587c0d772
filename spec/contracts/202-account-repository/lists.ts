import { equal } from '../kit/expectations.ts'
import { anAccount } from '../kit/records.ts'
import type { Accounts } from '../kit/store.ts'
import { type Fact, fact } from '../kit/trial.ts'

/** Rules 202.14 and 202.15: accounts are counted and listed. */
export const lists: readonly Fact<Accounts>[] = [
  fact(
    '202.14',
    'accounts with a PIN are counted by PIN key, and the first of each is named; closed accounts are left out',
    async ({ accounts }) => {
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
  ),

  fact(
    '202.15',
    'accounts are listed newest first, in pages, all or those whose name contains a text',
    async ({ accounts }) => {
      const names = ['Duka one', 'Épicerie', 'duka two', '100 % Duka', 'Kiosk']
      const made = names.map((name, index) => anAccount({ name, closed: index === 1 }))
      // Nodes whose clocks differ add them in another order.
      for (const index of [1, 0, 4, 3, 2]) await accounts.add(made[index] ?? anAccount())
      const newest = [...made].reverse()
      equal(await accounts.list({ limit: 5 }), { accounts: newest, next: null }, 'all accounts')
      const first = await accounts.list({ limit: 3 })
      equal(first, { accounts: newest.slice(0, 3), next: newest[2]?.id }, 'the first page')
      const second = await accounts.list({ limit: 2, before: first.next ?? '' })
      equal(second, { accounts: newest.slice(3), next: null }, 'the second page')
      const named = async (name: string) =>
        (await accounts.list({ name, limit: 9 })).accounts.map((found) => found.name)
      equal(await named('DUKA'), ['100 % Duka', 'duka two', 'Duka one'], 'the names that contain DUKA')
      equal(await named('%'), ['100 % Duka'], 'the names that contain %')
      equal(await named('ÉPICERIE'), ['Épicerie'], 'the names that contain ÉPICERIE')
      equal(await named('épicerie'), [], 'the names that contain épicerie')
      equal(await named('nobody'), [], 'the names that contain nobody')
      const page = await accounts.list({ name: 'duka', limit: 2 })
      equal(page.next, made[2]?.id, 'the next of a page of accounts by name')
    },
  ),
]
