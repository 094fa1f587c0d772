import { equal, rejection } from '../kit/expectations.ts'
import { aKey, anAccount } from '../kit/records.ts'
import type { Accounts } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 202.1 to 202.7: accounts are added, and found by id or key. */
export const finding: Facts<Accounts> = {
  async '202.1 an account reads back by its id as it was added'({ accounts }) {
    const account = anAccount({ keys: [aKey('secret'), aKey('public'), aKey('secret', false), aKey('public')] })
    const bare = anAccount({
      name: 'Kiosk "Ñ"',
      kyc: 'incomplete',
      apiAccess: false,
      closed: true,
      pin: null,
      language: null,
      activatedCurrencies: [],
    })
    await accounts.add(account)
    await accounts.add(bare)
    equal(await accounts.byId(account.id), account, 'the account')
    equal(await accounts.byId(bare.id), bare, 'the account without currencies and PIN')
  },

  async '202.2 an account is found by the digest of its secret key'({ accounts }) {
    const [account, other] = [anAccount(), anAccount()]
    await accounts.add(other)
    await accounts.add(account)
    equal(await accounts.bySecretKey(digestOf(account, 'secret')), account, 'the account by its secret key')
  },

  async '202.3 a revoked secret key still finds its account, and so does a key of a closed account'({ accounts }) {
    const account = anAccount({ closed: true, keys: [aKey('secret', false)] })
    await accounts.add(account)
    equal(await accounts.bySecretKey(digestOf(account, 'secret')), account, 'the account by its revoked secret key')
  },

  async '202.4 a public key finds no account'({ accounts }) {
    const account = anAccount()
    await accounts.add(account)
    equal(await accounts.bySecretKey(digestOf(account, 'public')), undefined, 'the account under the public key')
  },

  async '202.5 an unknown id or key finds nothing'({ accounts }) {
    equal(await accounts.bySecretKey('nobody'), undefined, 'the account under an unknown secret key')
    equal(await accounts.byId('nobody'), undefined, 'the account under an unknown id')
    equal(await accounts.byKeyId('nobody'), undefined, 'the account under the id of an unknown key')
    equal(await accounts.byKeyId('no\0body'), undefined, 'the account under an id with a NUL')
    equal(await accounts.change('nobody', (account) => account), undefined, 'the result of changing an unknown account')
  },

  async '202.6 an account is not added when its id is taken'({ accounts }) {
    const account = anAccount()
    await accounts.add(account)
    await rejection(accounts.add(anAccount({ id: account.id, name: 'Another' })), 'adding another account with the id')
    equal(await accounts.byId(account.id), account, 'the account that was there before')
  },

  async '202.7 an account is not added when one of its keys is taken'({ accounts }) {
    const account = anAccount()
    const [secret] = account.keys
    const thief = anAccount({ keys: [aKey('public'), { ...aKey('secret'), digest: secret?.digest ?? '' }] })
    await accounts.add(account)
    await rejection(accounts.add(thief), 'adding an account with the key of another')
    equal(await accounts.byId(thief.id), undefined, 'the account that was refused')
    equal(await accounts.bySecretKey(digestOf(account, 'secret')), account, 'the account that has the key')
  },
}

function digestOf({ keys }: ReturnType<typeof anAccount>, kind: 'secret' | 'public'): string {
  return keys.find((key) => key.kind === kind)?.digest ?? ''
}
