import { expect } from 'chai'
import {
  authenticate,
  type Caller,
  createKey,
  isRefusal,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../../core/sente.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const dayMs = 24 * hourMs
const unknown = { refused: 'invalid_secret_key' } as const

/** A core with a key that lasts for a day. */
async function openExpiring() {
  const core = await openCore({ fund: [{ currency: 'UGX', amount: 2_000_000 }] })
  const { ports, account, clock } = core
  const expiresAtMs = clock.nowMs() + dayMs
  const terms = { name: 'wages', scopes: ['read', 'pay'], addresses: ['10.0.0.0/8'] } as const
  const made = await createKey(ports)({ by: 'amina', accountId: account.id, ...terms, expiresAtMs })
  if (isRefusal(made)) throw new Error(made.message)
  const enter = (secretKey = made.key) => authenticate(ports)({ secretKey, scope: 'pay', isFrom: () => true })
  return { ...core, made, enter, expiresAtMs, terms }
}

describe('21 Keys: expiry', () => {
  rule(
    '21.12',
    'an expired key is refused like an unknown one',
    table(
      ['milliseconds from its expiry', 'accepted'],
      [
        [-1, true],
        [0, false],
        [1, false],
      ],
      async (fromExpiry, isAccepted) => {
        const { clock, enter } = await openExpiring()
        clock.forwardMs(dayMs + fromExpiry)
        const answer = await enter()
        if (isAccepted) expect(answer).to.have.property('account')
        else expect(answer).to.deep.equal(unknown)
      },
    ),
  )

  rule('21.13', 'a payment that waits when its key expires is not opened', async () => {
    const { clock, enter, send, payout, network, balance } = await openExpiring()
    const caller = (await enter()) as Caller
    clock.forwardMs(dayMs)
    expect(await send({ caller, request: payout })).to.deep.equal(unknown)
    expect(network.received).to.have.length(0)
    expect(await balance()).to.deep.equal({ available: 2_000_000n, held: 0n })
  })

  rule('21.14', 'of 200 payments at once around the expiry, only those before it are opened', async () => {
    const { ports, clock, enter, send, payout, balance, expiresAtMs, account } = await openExpiring()
    clock.forwardMs(dayMs - 100)
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index % 10))
        const caller = await enter()
        clock.forwardMs(1)
        const answer = isRefusal(caller)
          ? caller
          : await send({ caller, request: { ...payout, reference: `wage-${index}` } })
        if (!isRefusal(answer)) await answer.outcome
        return answer
      }),
    )
    const refused = answers.filter((answer) => isRefusal(answer))
    const { transactions } = await ports.books.list({ accountId: account.id, limit: 201 })
    expect(refused.length).to.be.within(1, 199)
    for (const answer of refused) expect(answer).to.deep.equal(unknown)
    expect(transactions).to.have.length(200 - refused.length)
    for (const { createdAtMs } of transactions) expect(createdAtMs).to.be.below(expiresAtMs)
    const held = 5_000n * BigInt(transactions.length)
    expect(await balance()).to.deep.equal({ available: 2_000_000n - held, held })
  })

  rule('21.15', 'changes of scopes, addresses and the expiry take effect at once, for waiting payments, too', {
    async scopes() {
      const { change, enter, send, payout } = await openExpiring()
      const caller = (await enter()) as Caller
      await change((account) => ({ ...account, keys: account.keys.map((key) => ({ ...key, scopes: ['read'] })) }))
      expect(await send({ caller, request: payout })).to.deep.include({ refused: 'key_not_allowed', lacks: 'pay' })
    },
    async addresses() {
      const { change, ports, made, send, payout } = await openExpiring()
      const isFrom = (addresses: readonly string[]) => addresses.includes('10.0.0.0/8')
      const caller = (await authenticate(ports)({ secretKey: made.key, scope: 'pay', isFrom })) as Caller
      await change((account) => ({ ...account, keys: account.keys.map((key) => ({ ...key, addresses: ['::1'] })) }))
      expect(await send({ caller, request: payout })).to.deep.include({ refused: 'key_not_allowed', lacks: null })
    },
    async 'an expiry'() {
      const { change, enter, send, payout } = await openExpiring()
      const caller = (await enter()) as Caller
      await change((account) => ({ ...account, keys: account.keys.map((key) => ({ ...key, expiresAtMs: 1 })) }))
      expect(await send({ caller, request: payout })).to.deep.equal(unknown)
    },
    async 'a revocation'() {
      const { ports, made, enter, send, payout } = await openExpiring()
      const caller = (await enter()) as Caller
      await revokeKey(ports)({ by: 'amina', keyId: made.keyId })
      expect(await send({ caller, request: payout })).to.deep.equal(unknown)
    },
  })

  rule('21.16', 'a key is replaced by one of the same name, scopes and addresses; both are valid until one ends', {
    async 'which lasts as long as the first was made for'() {
      const { ports, account, clock, made, enter, terms } = await openExpiring()
      clock.forwardMs(dayMs / 2)
      const given = { by: 'amina', accountId: account.id, kind: 'secret', keyId: made.keyId } as const
      const rotated = await rotateKey(ports)(given)
      if (isRefusal(rotated)) throw new Error(rotated.message)
      const key = rotated.account.keys.find(({ id }) => id === rotated.keyId)
      expect(key).to.deep.include({ ...terms, expiresAtMs: clock.nowMs() + dayMs })
      for (const one of [made.key, rotated.key]) expect(await enter(one)).to.have.property('account')
      expect(await rotateKey(ports)(given)).to.have.property('refused', 'too_many_keys')
      await revokeKey(ports)({ by: 'amina', keyId: made.keyId })
      expect(await enter()).to.deep.equal(unknown)
      expect(await enter(rotated.key)).to.have.property('account')
    },
    async 'or until a given expiry'() {
      const { ports, account, made } = await openExpiring()
      const given = { by: 'amina', accountId: account.id, kind: 'secret', keyId: made.keyId } as const
      const rotated = await rotateKey(ports)({ ...given, expiresAtMs: null })
      if (isRefusal(rotated)) throw new Error(rotated.message)
      expect(rotated.account.keys.at(-1)).to.have.property('expiresAtMs', null)
    },
    async 'even if it has already expired'() {
      const { ports, account, clock, made, enter } = await openExpiring()
      clock.forwardMs(dayMs)
      const given = { by: 'amina', accountId: account.id, kind: 'secret', keyId: made.keyId } as const
      const rotated = await rotateKey(ports)(given)
      expect(await enter('key' in rotated ? rotated.key : '')).to.have.property('account')
    },
  })

  rule('21.17', 'a merchant’s keys are listed, with the scopes of each, and no secret', async () => {
    const { ports, clock, enter, caller, made, expiresAtMs, terms } = await openExpiring()
    clock.forwardMs(dayMs)
    expect(await enter()).to.deep.equal(unknown)
    await revokeKey(ports)({ by: 'amina', keyId: made.account.keys[1]?.id ?? '' })
    const found = await listKeys(ports)({ caller: await caller() })
    const keys = isRefusal(found) ? [] : found.keys
    expect(keys.map(({ state, key: { kind } }) => [kind, state])).to.deep.equal([
      ['secret', 'active'],
      ['public', 'revoked'],
      ['secret', 'expired'],
    ])
    expect(keys[2]?.key).to.deep.include({ ...terms, expiresAtMs })
  })
})
