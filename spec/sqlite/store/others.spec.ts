import { expect } from 'chai'
import { remembered } from '../../../adapters/sqlite/engine/remembered.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { Store, Transaction } from '../../../core/sente.ts'
import { fund, fundedAccount, inStep, openPayout, viewOf } from '../../contracts/kit/bookActs.ts'
import { aFunding, aKey, anAccount, aPayout, aPinCount } from '../../contracts/kit/records.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'

/** A server's store, a command's store, and a payout that steps of the server have seen. */
type Scene = { server: Store; command: Store; payout: Transaction }

function scene(example: (scene: Scene) => Promise<unknown>): Promise<void> {
  return inFolder(async ({ database: path }) => {
    const serving = {
      onLost(error: unknown) {
        throw error
      },
    }
    const server = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })
    const command = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
    try {
      const { account } = await fundedAccount(server)
      const payout = aPayout(account.id)
      await openPayout(server, payout)
      await seenBy(server, payout)
      await example({ server, command, payout })
    } finally {
      await command.close()
      await server.close()
    }
  })
}

/** The payout and its account in a step's view. */
async function seenBy(store: Store, payout: Transaction) {
  const { accountId, currency } = payout
  const { transaction, count } = await viewOf(store, payout)
  const seen: { version?: number | undefined; available?: bigint } = {}
  await inStep(store, payout, (work) => {
    seen.version = work.accountVersion()
    seen.available = work.ledger.balance(accountId, currency).availableMinor
  })
  return { ...seen, state: transaction?.state, failures: count?.failures }
}

describe('The SQLite store: commits of others', () => {
  test('a step sees commits of another connection since the step before it', {
    'a balance': () =>
      scene(async ({ server, command, payout }) => {
        const { available = 0n } = await seenBy(server, payout)
        await fund(command, aFunding(payout.accountId, { amountMinor: 7n }))
        expect(await seenBy(server, payout)).to.have.property('available', available + 7n)
      }),
    "an account's version": () =>
      scene(async ({ server, command, payout }) => {
        await command.accounts.change(payout.accountId, (account) => ({ ...account, apiAccess: false }))
        expect(await seenBy(server, payout)).to.have.property('version', 2)
      }),
    'a transaction': () =>
      scene(async ({ server, command, payout }) => {
        await inStep(command, payout, (work) => work.record({ ...payout, state: 'pending' }))
        expect(await seenBy(server, payout)).to.have.property('state', 'pending')
      }),
    'wrong PINs': () =>
      scene(async ({ server, command, payout }) => {
        await inStep(command, payout, (work) => work.countPin(aPinCount))
        expect(await seenBy(server, payout)).to.have.property('failures', 3)
      }),
  })

  test('the holder of a secret key is the account of the last commit, whichever process made it', {
    'an account that another connection has changed': () =>
      scene(async ({ server, command }) => {
        const { account, digest } = await addedTo(server)
        const before = await server.accounts.bySecretKey(digest)
        await command.accounts.change(account.id, (known) => ({ ...known, keys: [] }))
        expect(before).to.deep.equal(account)
        expect(await server.accounts.bySecretKey(digest)).to.equal(undefined)
      }),
    'an account that this connection has changed': () =>
      scene(async ({ server }) => {
        const { account, digest } = await addedTo(server)
        const before = await server.accounts.bySecretKey(digest)
        await server.accounts.change(account.id, (known) => ({ ...known, closed: true }))
        expect(before).to.have.property('closed', false)
        expect(await server.accounts.bySecretKey(digest)).to.have.property('closed', true)
      }),
    'an account that is changed while its key is looked up': async () => {
      let version = 1
      const lookUps: ((found: { readonly version: number }) => void)[] = []
      const holderOf = remembered(
        () => new Promise<{ readonly version: number }>((resolve) => lookUps.push(resolve)),
        () => version,
      )
      const found = holderOf('a key')
      version = 2
      const other = holderOf('another key')
      for (const end of lookUps) end({ version: 1 })
      await Promise.all([found, other])
      const foundAgain = holderOf('a key')
      lookUps.at(-1)?.({ version: 2 })
      expect(await foundAgain).to.deep.equal({ version: 2 })
    },
    'a key without a holder': () =>
      scene(async ({ server, command }) => {
        const key = aKey('secret')
        const before = await server.accounts.bySecretKey(key.digest)
        const { account } = await addedTo(command, key)
        expect(before).to.equal(undefined)
        expect(await server.accounts.bySecretKey(key.digest)).to.deep.equal(account)
      }),
  })
})

async function addedTo({ accounts }: Store, key = aKey('secret')) {
  const account = anAccount({ keys: [key] })
  await accounts.add(account)
  return { account, digest: key.digest }
}
