import { expect } from 'chai'
import {
  type AccountKey,
  acceptBatch,
  authenticate,
  type Caller,
  changeAccount,
  isRefusal,
  type PayingPorts,
  revokeKey,
} from '../../../../core/sente.ts'
import { type BatchCore, openBatches } from '../../../fixtures/batches.ts'
import { rule, table } from '../../../rule.ts'

/** Changes the secret key of a core's account. */
function changeKey({ change }: BatchCore, to: Partial<AccountKey>) {
  const changed = (key: AccountKey) => (key.kind === 'secret' ? { ...key, ...to } : key)
  return change((account) => ({ ...account, keys: account.keys.map(changed) }))
}

/** Changes of an account after the caller of a batch was found, by name. */
const changes: Readonly<Record<string, (core: BatchCore, caller: Caller) => unknown>> = {
  'the API access is switched off': ({ change }) => change((account) => ({ ...account, apiAccess: false })),
  'KYC becomes incomplete': ({ change }) => change((account) => ({ ...account, kyc: 'incomplete' })),
  'the currency is deactivated': ({ change }) => change((account) => ({ ...account, activatedCurrencies: [] })),
  'the key is revoked': ({ ports }, { keyId }) => revokeKey(ports)({ by: 'amina', keyId }),
  'the key expires': ({ clock }) => clock.forwardMs(1_000),
  'the key may only read': (core) => changeKey(core, { scopes: ['read'] }),
  'the key may be used only from elsewhere': (core) => changeKey(core, { addresses: ['::1'] }),
  'another PIN is set': ({ ports, account }) =>
    changeAccount(ports)({ by: 'amina', accountId: account.id, settings: { pin: '8305' } }),
}

/** Accounts with a change after their first reading. */
function accountsBefore({ ports: { accounts } }: BatchCore, happens: () => unknown): Pick<PayingPorts, 'accounts'> {
  let hasHappened = false
  const byId: typeof accounts.byId = async (id) => {
    const found = await accounts.byId(id)
    if (!hasHappened) await happens()
    hasHappened = true
    return found
  }
  return { accounts: { ...accounts, byId } }
}

describe('23 Many payouts at once: rechecking', () => {
  rule(
    '23.30',
    'changes of an account or its key during the check of a batch count when it is accepted',
    table(
      ['meanwhile', 'answer'],
      [
        ['the API access is switched off', 'api_access_off'],
        ['KYC becomes incomplete', 'kyc_incomplete'],
        ['the currency is deactivated', 'batch_refused'],
        ['the key is revoked', 'invalid_secret_key'],
        ['the key expires', 'invalid_secret_key'],
        ['the key may only read', 'key_not_allowed'],
        ['the key may be used only from elsewhere', 'key_not_allowed'],
        ['another PIN is set', 'invalid_pin'],
      ],
      async (meanwhile, answer) => {
        const core = await openBatches()
        await changeKey(core, { expiresAtMs: core.clock.nowMs() + 1_000, addresses: ['10.0.0.0/8'] })
        const isFrom = (addresses: readonly string[]) => addresses.includes('10.0.0.0/8')
        const caller = await authenticate(core.ports)({ secretKey: core.secretKey, scope: 'pay', isFrom })
        if (isRefusal(caller)) throw new Error(caller.refused)
        await changes[meanwhile]?.(core, caller)
        const given = await acceptBatch(core.ports)({ caller, request: core.requestOf([{}]) })
        expect(isRefusal(given) ? given.refused : 'accepted').to.equal(answer)
        expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
        expect(await core.ports.batches.forgetDrafts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 9 })).to.equal(0)
      },
    ),
  )

  rule('23.31', 'changes of an account while one of its lines is opened count for this line', {
    'access switched off': async () => {
      const core = await openBatches()
      const { id } = await core.accepted([{}])
      const off = () => core.change((account) => ({ ...account, apiAccess: false }))
      await core.pays(core.node('two', accountsBefore(core, off)))
      expect([await core.states(id), core.network.received.length]).to.deep.equal([['waiting'], 0])
    },
    'a currency activated again': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      await core.change((account) => ({ ...account, activatedCurrencies: [] }))
      const on = () => core.change((account) => ({ ...account, activatedCurrencies: ['UGX'] }))
      await core.pays(core.node('two', accountsBefore(core, on)))
      expect(await core.states(id)).to.deep.equal(['succeeded'])
      await core.agree()
    },
  })

  rule('23.32', 'a line takes its amount from a float once, even if its step has to run again', async () => {
    let taken = 0
    const take = () => {
      taken += 1
      return true
    }
    const core = await openBatches({}, { floats: { take } })
    core.network.behaves('succeeds')
    const { id } = await core.accepted([{}])
    const { books } = core.ports
    const atomically: typeof books.atomically = async (scope, step) => {
      const broken = books.atomically(scope, (work) => {
        step(work)
        throw new Error('its commit has failed')
      })
      await broken.catch(() => {})
      return books.atomically(scope, step)
    }
    await core.pays(core.node('two', { books: { ...books, atomically } }))
    expect([await core.states(id), taken]).to.deep.equal([['succeeded'], 1])
    await core.agree()
  })
})
