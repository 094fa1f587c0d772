import { expect } from 'chai'
import {
  addEndpoint,
  authenticate,
  type Caller,
  changeEndpoint,
  isRefusal,
  momentIn,
  noteKeyUse,
  revokeKey,
  rotateEndpointSecret,
  rotateKey,
  useToNote,
} from '../../../../core/sente.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const settings = { url: 'https://shop.example/hooks', types: ['*'] } as const

/** An account with a second secret key, and a caller with each. */
async function openKeys() {
  const core = await openCore()
  const { ports, account, secretKey } = core
  const rotated = await rotateKey(ports)({ by: 'amina', accountId: account.id, kind: 'secret' })
  if (isRefusal(rotated)) throw new Error(rotated.refused)
  const callerWith = async (key: string): Promise<Caller> => {
    const found = await authenticate(ports)({ secretKey: key })
    if (isRefusal(found)) throw new Error(found.refused)
    return found
  }
  const operator = { account, byOperator: { by: 'amina' } } as const
  const keyId = account.keys[0]?.id ?? ''
  const add = async (caller: Caller | typeof operator) => {
    const added = await addEndpoint(ports)({ caller, settings })
    if (isRefusal(added)) throw new Error(added.refused)
    return added.endpoint
  }
  return {
    ...core,
    keyId,
    add,
    operator,
    first: await callerWith(secretKey),
    second: await callerWith(rotated.key),
    rotated,
  }
}

describe('103 The operator’s accounts: keys', () => {
  rule('103.17', 'the first fifteen characters of a key are kept, and when it was made is in its id', async () => {
    const { account, secretKey, publicKey, rotated } = await openKeys()
    expect(account.keys.map(({ prefix }) => prefix)).to.deep.equal([secretKey.slice(0, 15), publicKey.slice(0, 15)])
    expect(rotated.account.keys.at(-1)).to.have.property('prefix', rotated.key.slice(0, 15))
    expect(momentIn('019b7dbc-1c00-7c3a-9f00-3d2a5e6b7c8d')).to.equal(Date.parse('2026-01-02T08:03:58.592Z'))
  })

  rule(
    '103.18',
    'a key remembers when it was used: the first time, and then once in an hour',
    table(
      ['since the one before', 'noted'],
      [
        ['never', true],
        [hourMs - 1, false],
        [hourMs, true],
        [-hourMs, true],
      ],
      async (since, isNoted) => {
        const { ports, account, keyId, first, clock } = await openKeys()
        const nowMs = clock.nowMs()
        if (since !== 'never') await noteKeyUse(ports)({ accountId: account.id, keyId, atMs: nowMs - Number(since) })
        const [known, caller] = [await ports.accounts.byId(account.id), first]
        const use = useToNote({ ...caller, account: known ?? account }, nowMs)
        expect(use).to.deep.equal(isNoted ? { accountId: account.id, keyId, atMs: nowMs } : undefined)
        if (use) await noteKeyUse(ports)(use)
        const kept = (await ports.accounts.byId(account.id))?.keys.map(({ lastUsedAtMs }) => lastUsedAtMs)
        expect(kept).to.deep.equal([isNoted ? nowMs : nowMs - Number(since), null, null])
      },
    ),
  )

  rule('103.19', 'revoking a key disables the webhook endpoints that were made or changed with it', {
    async 'made with it, changed with it, and its secret rotated with it'() {
      const { ports, account, keyId, add, operator, first, second, rotated } = await openKeys()
      const made = await add(first)
      const [moved, signed] = [await add(operator), await add(second)]
      const [others, theirs] = [await add(second), await add(operator)]
      await changeEndpoint(ports)({ caller: first, endpointId: moved.id, settings: { url: 'https://thief.example' } })
      await changeEndpoint(ports)({ caller: second, endpointId: moved.id, settings: { enabled: true } })
      await rotateEndpointSecret(ports)({ caller: first, endpointId: signed.id })
      await rotateEndpointSecret(ports)({ caller: operator, endpointId: theirs.id })
      const revoked = await revokeKey(ports)({ by: 'amina', keyId })
      expect(revoked).to.have.property('endpoints').that.has.length(3)
      const state = (await ports.webhooks.ofAccount(account.id)).map((endpoint) => [
        ...[endpoint.id, endpoint.disabledBecause, endpoint.createdByKey, endpoint.changedByKeys],
      ])
      expect(state).to.deep.equal([
        [made.id, 'asked', keyId, []],
        [moved.id, 'asked', null, [keyId, rotated.keyId]],
        [signed.id, 'asked', rotated.keyId, [keyId]],
        [others.id, null, rotated.keyId, []],
        [theirs.id, null, null, []],
      ])
    },
    async 'unless they are to be kept'() {
      const { ports, account, keyId, add, first } = await openKeys()
      const made = await add(first)
      const revoked = await revokeKey(ports)({ by: 'amina', keyId, keepEndpoints: true })
      expect(revoked).to.have.property('endpoints').that.deep.equals([made])
      expect(await ports.webhooks.ofAccount(account.id)).to.deep.equal([made])
    },
    async 'when the revocation is repeated, too'() {
      const { ports, account, keyId, add, first } = await openKeys()
      await add(first)
      await revokeKey(ports)({ by: 'amina', keyId, keepEndpoints: true })
      await revokeKey(ports)({ by: 'amina', keyId })
      expect((await ports.webhooks.ofAccount(account.id))[0]).to.have.property('disabledBecause', 'asked')
    },
  })

  rule('103.20', 'an endpoint that is made or changed while its key is revoked is disabled, and the request refused', {
    async made() {
      const { ports, account, keyId, first } = await openKeys()
      await revokeKey(ports)({ by: 'amina', keyId })
      const answer = await addEndpoint(ports)({ caller: first, settings })
      expect(answer).to.deep.equal({ refused: 'invalid_secret_key' })
      const [made] = await ports.webhooks.ofAccount(account.id)
      expect([made?.createdByKey, made?.disabledBecause]).to.deep.equal([keyId, 'asked'])
    },
    async changed() {
      const { ports, account, keyId, first, add, operator } = await openKeys()
      const { id: endpointId } = await add(operator)
      await revokeKey(ports)({ by: 'amina', keyId })
      const answer = await changeEndpoint(ports)({ caller: first, endpointId, settings: { enabled: true } })
      expect(answer).to.deep.equal({ refused: 'invalid_secret_key' })
      const [changed] = await ports.webhooks.ofAccount(account.id)
      expect([changed?.changedByKeys, changed?.disabledBecause]).to.deep.equal([[keyId], 'asked'])
    },
  })
})
