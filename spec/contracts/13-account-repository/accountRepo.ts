import { expect } from 'chai'
import { aKey, anAccount } from '../../fixtures/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { onEvery, type Stores } from '../everyStore.ts'

/** What every AccountRepo promises: chapter 13 of the rulebook. */
export function accountRepoContract(stores: Stores): void {
  const fact = onEvery(stores)

  describe('13 An account repository', () => {
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
      expect(await accounts.byId(account.id)).to.deep.equal(account)
      expect(await accounts.byId(bare.id)).to.deep.equal(bare)
    })

    fact('13.2', 'an account is found by the digest of its secret key', async ({ accounts }) => {
      const [account, other] = [anAccount(), anAccount()]
      await accounts.add(other)
      await accounts.add(account)
      expect(await accounts.bySecretKey(digestOf(account, 'secret'))).to.deep.equal(account)
    })

    fact(
      '13.3',
      'a revoked secret key still finds its account, and so does a key of a closed account',
      async ({ accounts }) => {
        const account = anAccount({ closed: true, keys: [aKey('secret', false)] })
        await accounts.add(account)
        expect(await accounts.bySecretKey(digestOf(account, 'secret'))).to.deep.equal(account)
      },
    )

    fact('13.4', 'a public key finds no account', async ({ accounts }) => {
      const account = anAccount()
      await accounts.add(account)
      expect(await accounts.bySecretKey(digestOf(account, 'public'))).to.equal(undefined)
    })

    fact('13.5', 'an id or a key that no account has finds nothing', async ({ accounts }) => {
      expect(await accounts.bySecretKey('nobody')).to.equal(undefined)
      expect(await accounts.byId('nobody')).to.equal(undefined)
      expect(await accounts.byKeyId('nobody')).to.equal(undefined)
      expect(await accounts.change('nobody', (account) => account)).to.equal(undefined)
    })

    fact('13.6', 'an account is not added when its id is taken', async ({ accounts }) => {
      const account = anAccount()
      await accounts.add(account)
      await rejection(accounts.add(anAccount({ id: account.id, name: 'Another' })))
      expect(await accounts.byId(account.id)).to.deep.equal(account)
    })

    fact('13.7', 'an account is not added when one of its keys is taken', async ({ accounts }) => {
      const account = anAccount()
      const [secret] = account.keys
      const thief = anAccount({ keys: [aKey('public'), { ...aKey('secret'), digest: secret?.digest ?? '' }] })
      await accounts.add(account)
      await rejection(accounts.add(thief))
      expect(await accounts.byId(thief.id)).to.equal(undefined)
      expect(await accounts.bySecretKey(digestOf(account, 'secret'))).to.deep.equal(account)
    })

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
        keys: [secret, open, aKey('secret')]
          .filter((key) => key !== undefined)
          .map((key) => ({ ...key, active: false })),
      }
      await accounts.add(account)
      const changed = await accounts.change(account.id, (before) => ({ ...before, ...change }))
      expect(changed).to.deep.equal({ ...account, ...change, version: 2 })
      expect(await accounts.byId(account.id)).to.deep.equal(changed)
    })

    fact('13.9', 'a key works from the moment of the change that adds it', async ({ accounts }) => {
      const account = anAccount()
      const next = aKey('secret')
      await accounts.add(account)
      await accounts.change(account.id, (before) => ({ ...before, keys: [...before.keys, next] }))
      expect((await accounts.bySecretKey(next.digest))?.id).to.equal(account.id)
    })

    fact('13.10', 'of 100 changes at once each sees the one before it', async ({ accounts }) => {
      const account = anAccount({ name: '0' })
      await accounts.add(account)
      const countUp = () => accounts.change(account.id, (before) => ({ ...before, name: `${Number(before.name) + 1}` }))
      await Promise.all(Array.from({ length: 100 }, countUp))
      expect(await accounts.byId(account.id)).to.deep.equal({ ...account, name: '100', version: 101 })
    })

    fact('13.11', 'a change that throws changes nothing and fails no other', async ({ accounts }) => {
      const account = anAccount()
      await accounts.add(account)
      const broken = accounts.change(account.id, () => {
        throw new Error('the change broke')
      })
      const sound = accounts.change(account.id, (before) => ({ ...before, name: 'Sound' }))
      expect((await rejection(broken)).message).to.equal('the change broke')
      expect(await sound).to.deep.equal({ ...account, name: 'Sound', version: 2 })
    })

    fact('13.12', 'an account is found by the id of any of its keys, even of a revoked one', async ({ accounts }) => {
      const account = anAccount({ keys: [aKey('secret'), aKey('public'), aKey('secret', false)] })
      await accounts.add(anAccount())
      await accounts.add(account)
      for (const { id } of account.keys) expect(await accounts.byKeyId(id)).to.deep.equal(account)
    })

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
        await rejection(accounts.change(account.id, (before) => ({ ...before, keys })))
      }
      expect(await accounts.byId(account.id)).to.deep.equal(account)
      expect(await accounts.byKeyId(key.id)).to.deep.equal(other)
    })

    fact(
      '13.14',
      'accounts with a PIN are counted by PIN key, and the first of each is named; closed accounts are left out',
      async ({ accounts }) => {
        expect(await accounts.pinKeyCounts()).to.deep.equal([])
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
        expect(await accounts.pinKeyCounts()).to.deep.equal([
          { keyVersion: 'beef', accounts: 1, firstId: moved.id },
          { keyVersion: 'cafe', accounts: 3, firstId: first.id },
        ])
        await accounts.change(moved.id, (before) => ({ ...before, pin: pinUnder('cafe') }))
        expect(await accounts.pinKeyCounts()).to.deep.equal([{ keyVersion: 'cafe', accounts: 4, firstId: moved.id }])
      },
    )

    fact(
      '13.15',
      'accounts are listed newest first, in pages, all or those whose name contains a text',
      async ({ accounts }) => {
        const names = ['Duka one', 'Épicerie', 'duka two', '100 % Duka', 'Kiosk']
        const made = names.map((name, index) => anAccount({ name, closed: index === 1 }))
        for (const account of made) await accounts.add(account)
        const newest = [...made].reverse()
        expect(await accounts.list({ limit: 5 })).to.deep.equal({ accounts: newest, next: null })
        const first = await accounts.list({ limit: 2 })
        expect(first).to.deep.equal({ accounts: newest.slice(0, 2), next: newest[1]?.id })
        const second = await accounts.list({ limit: 3, before: first.next ?? '' })
        expect(second).to.deep.equal({ accounts: newest.slice(2), next: null })
        const named = async (name: string) =>
          (await accounts.list({ name, limit: 9 })).accounts.map((found) => found.name)
        expect(await named('DUKA')).to.deep.equal(['100 % Duka', 'duka two', 'Duka one'])
        expect(await named('%')).to.deep.equal(['100 % Duka'])
        expect(await named('ÉPICERIE')).to.deep.equal(['Épicerie'])
        expect(await named('épicerie')).to.deep.equal([])
        expect(await named('nobody')).to.deep.equal([])
        const page = await accounts.list({ name: 'duka', limit: 2 })
        expect(page.next).to.equal(made[2]?.id)
      },
    )
  })
}

function digestOf({ keys }: ReturnType<typeof anAccount>, kind: 'secret' | 'public'): string {
  return keys.find((key) => key.kind === kind)?.digest ?? ''
}
