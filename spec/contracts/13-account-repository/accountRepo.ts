import { equal, rejection } from '../kit/expectations.ts'
import { aKey, anAccount } from '../kit/records.ts'
import type { Accounts } from '../kit/store.ts'
import { closing, type Fact, fact, type Trial, trials } from '../kit/trial.ts'

const facts: readonly Fact<Accounts>[] = [
  fact('13.1', 'an account reads back by its id as it was added', async ({ accounts }) => {
    const account = anAccount({ keys: [aKey('secret'), aKey('public'), aKey('secret', false), aKey('public')] })
    const bare = anAccount({
      name: 'Kiosk "Ñ"',
      kyc: 'incomplete',
      apiAccess: false,
      closed: true,
      pin: null,
      activatedCurrencies: [],
    })
    await accounts.add(account)
    await accounts.add(bare)
    equal(await accounts.byId(account.id), account, 'the account')
    equal(await accounts.byId(bare.id), bare, 'the account without currencies and PIN')
  }),

  fact('13.2', 'an account is found by the digest of its secret key', async ({ accounts }) => {
    const [account, other] = [anAccount(), anAccount()]
    await accounts.add(other)
    await accounts.add(account)
    equal(await accounts.bySecretKey(digestOf(account, 'secret')), account, 'the account by its secret key')
  }),

  fact(
    '13.3',
    'a revoked secret key still finds its account, and so does a key of a closed account',
    async ({ accounts }) => {
      const account = anAccount({ closed: true, keys: [aKey('secret', false)] })
      await accounts.add(account)
      equal(await accounts.bySecretKey(digestOf(account, 'secret')), account, 'the account by its revoked secret key')
    },
  ),

  fact('13.4', 'a public key finds no account', async ({ accounts }) => {
    const account = anAccount()
    await accounts.add(account)
    equal(await accounts.bySecretKey(digestOf(account, 'public')), undefined, 'what is found by the public key')
  }),

  fact('13.5', 'an id or a key that no account has finds nothing', async ({ accounts }) => {
    equal(await accounts.bySecretKey('nobody'), undefined, 'what is found by an unknown secret key')
    equal(await accounts.byId('nobody'), undefined, 'what is found by an unknown id')
    equal(await accounts.byKeyId('nobody'), undefined, 'what is found by the id of an unknown key')
    equal(
      await accounts.change('nobody', (account) => account),
      undefined,
      'what changing an unknown account resolves with',
    )
  }),

  fact('13.6', 'an account is not added when its id is taken', async ({ accounts }) => {
    const account = anAccount()
    await accounts.add(account)
    await rejection(accounts.add(anAccount({ id: account.id, name: 'Another' })), 'adding another account with the id')
    equal(await accounts.byId(account.id), account, 'the account that was there before')
  }),

  fact('13.7', 'an account is not added when one of its keys is taken', async ({ accounts }) => {
    const account = anAccount()
    const [secret] = account.keys
    const thief = anAccount({ keys: [aKey('public'), { ...aKey('secret'), digest: secret?.digest ?? '' }] })
    await accounts.add(account)
    await rejection(accounts.add(thief), 'adding an account with the key of another')
    equal(await accounts.byId(thief.id), undefined, 'the account that was refused')
    equal(await accounts.bySecretKey(digestOf(account, 'secret')), account, 'the account that has the key')
  }),

  fact('13.8', 'a change answers with the changed account, its version one higher', async ({ accounts }) => {
    const account = anAccount()
    const [secret, open] = account.keys
    const change = {
      name: 'Duka Kuu',
      kyc: 'incomplete' as const,
      apiAccess: false,
      closed: true,
      pin: null,
      activatedCurrencies: ['RWF', 'GHS', 'UGX'],
      keys: [secret, open, aKey('secret')].filter((key) => key !== undefined).map((key) => ({ ...key, active: false })),
    }
    await accounts.add(account)
    const changed = await accounts.change(account.id, (before) => ({ ...before, ...change }))
    equal(changed, { ...account, ...change, version: 2 }, 'what the change resolves with')
    equal(await accounts.byId(account.id), changed, 'the account after the change')
  }),

  fact('13.9', 'a key works from the moment of the change that adds it', async ({ accounts }) => {
    const account = anAccount()
    const next = aKey('secret')
    await accounts.add(account)
    await accounts.change(account.id, (before) => ({ ...before, keys: [...before.keys, next] }))
    equal(
      (await accounts.bySecretKey(next.digest))?.id,
      account.id,
      'the id of the account that is found by the new key',
    )
  }),

  fact('13.10', 'of 100 changes at once each sees the one before it', async ({ accounts }) => {
    const account = anAccount({ name: '0' })
    await accounts.add(account)
    const countUp = () => accounts.change(account.id, (before) => ({ ...before, name: `${Number(before.name) + 1}` }))
    await Promise.all(Array.from({ length: 100 }, countUp))
    equal(await accounts.byId(account.id), { ...account, name: '100', version: 101 }, 'the account after 100 changes')
  }),

  fact('13.11', 'a change that throws changes nothing and fails no other', async ({ accounts }) => {
    const account = anAccount()
    await accounts.add(account)
    const broken = accounts.change(account.id, () => {
      throw new Error('the change broke')
    })
    const [error, sound] = await Promise.all([
      rejection(broken, 'the change that throws'),
      accounts.change(account.id, (before) => ({ ...before, name: 'Sound' })),
    ])
    equal(error.message, 'the change broke', 'the message of the change that throws')
    equal(sound, { ...account, name: 'Sound', version: 2 }, 'the account after the change beside it')
  }),

  fact('13.12', 'an account is found by the id of any of its keys, even of a revoked one', async ({ accounts }) => {
    const account = anAccount({ keys: [aKey('secret'), aKey('public'), aKey('secret', false)] })
    await accounts.add(anAccount())
    await accounts.add(account)
    for (const { id } of account.keys) equal(await accounts.byKeyId(id), account, 'the account by the id of a key')
  }),

  fact('13.13', 'a change that adds a key which is taken is refused', async ({ accounts }) => {
    const [account, other] = [anAccount(), anAccount()]
    const [key] = other.keys
    if (!key) throw new Error('it has keys')
    await accounts.add(account)
    await accounts.add(other)
    const own = aKey('public')
    for (const keys of [
      [key],
      [{ ...aKey('secret'), digest: key.digest }],
      [{ ...aKey('public'), id: key.id }],
      [own, own],
    ]) {
      await rejection(
        accounts.change(account.id, (before) => ({ ...before, keys })),
        'the change that adds a taken key',
      )
    }
    equal(await accounts.byId(account.id), account, 'the account whose changes were refused')
    equal(await accounts.byKeyId(key.id), other, 'the account that has the key')
  }),

  fact(
    '13.14',
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
    '13.15',
    'accounts are listed newest first, in pages, all or those whose name contains a text',
    async ({ accounts }) => {
      const names = ['Duka one', 'Épicerie', 'duka two', '100 % Duka', 'Kiosk']
      const made = names.map((name, index) => anAccount({ name, closed: index === 1 }))
      for (const account of made) await accounts.add(account)
      const newest = [...made].reverse()
      equal(await accounts.list({ limit: 5 }), { accounts: newest, next: null }, 'all accounts')
      const first = await accounts.list({ limit: 2 })
      equal(first, { accounts: newest.slice(0, 2), next: newest[1]?.id }, 'the first page')
      const second = await accounts.list({ limit: 3, before: first.next ?? '' })
      equal(second, { accounts: newest.slice(2), next: null }, 'the second page')
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

/** What every AccountRepo promises: chapter 13 of the rulebook. `open` makes one, empty, for each check. */
export function accountRepo(open: () => Accounts | Promise<Accounts>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}

function digestOf({ keys }: ReturnType<typeof anAccount>, kind: 'secret' | 'public'): string {
  return keys.find((key) => key.kind === kind)?.digest ?? ''
}
