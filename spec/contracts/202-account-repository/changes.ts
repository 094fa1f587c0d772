import { equal, rejection } from '../kit/expectations.ts'
import { aKey, anAccount } from '../kit/records.ts'
import type { Accounts } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 202.8 to 202.13: accounts are changed, one change after another. */
export const changes: Facts<Accounts> = {
  async '202.8 a change resolves with the changed account, its version one higher'({ accounts }) {
    const account = anAccount()
    const [secret, open] = account.keys
    const change = {
      name: 'Duka Kuu',
      kyc: 'incomplete' as const,
      apiAccess: false,
      closed: true,
      pin: null,
      language: 'sw',
      activatedCurrencies: ['RWF', 'GHS', 'UGX'],
      limits: { UGX: { payouts_a_day: 5n, payout_amount: 2n ** 53n + 1n, collections_a_day: null }, RWF: {} },
      keys: [secret, open, aKey('secret')].filter((key) => key !== undefined).map((key) => ({ ...key, active: false })),
    }
    await accounts.add(account)
    const changed = await accounts.change(account.id, (before) => ({ ...before, ...change }))
    equal(changed, { ...account, ...change, version: 2 }, 'the result of the change')
    equal(await accounts.byId(account.id), changed, 'the account after the change')
  },

  async '202.9 a key works from the moment of the change that adds it'({ accounts }) {
    const account = anAccount()
    const next = aKey('secret')
    await accounts.add(account)
    await accounts.change(account.id, (before) => ({ ...before, keys: [...before.keys, next] }))
    equal((await accounts.bySecretKey(next.digest))?.id, account.id, 'the id of the account under the new key')
  },

  async '202.10 of 100 changes at once each sees the one before it'({ accounts }) {
    const account = anAccount({ name: '0' })
    await accounts.add(account)
    const countUp = () => accounts.change(account.id, (before) => ({ ...before, name: `${Number(before.name) + 1}` }))
    await Promise.all(Array.from({ length: 100 }, countUp))
    equal(await accounts.byId(account.id), { ...account, name: '100', version: 101 }, 'the account after 100 changes')
  },

  async '202.11 a change that throws changes nothing and fails no other'({ accounts }) {
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
  },

  async '202.12 an account is found by the id of any of its keys, even of a revoked one'({ accounts }) {
    const account = anAccount({ keys: [aKey('secret'), aKey('public'), aKey('secret', false)] })
    await accounts.add(anAccount())
    await accounts.add(account)
    for (const { id } of account.keys) equal(await accounts.byKeyId(id), account, 'the account by the id of a key')
  },

  async '202.13 a change that adds a taken key is refused'({ accounts }) {
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
    equal(await accounts.byKeyId(key.id), other, 'the account with the key')
  },
}
