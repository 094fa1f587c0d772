import { expect } from 'chai'
import {
  addEndpoint,
  authenticate,
  type Caller,
  changeEndpoint,
  createKey,
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

/** The message of a refused key, by its error. */
const forms: Readonly<Record<string, RegExp>> = {
  'the name is blank': /Such a key is not possible: its name must be 1 to 40 printable characters/,
  'the name cannot be read': /its name must be 1 to 40 printable characters/,
  'the name is longer': /its name must be 1 to 40 printable characters/,
  'no scope': /its scopes must be some of read, collect, pay, refund, webhooks/,
  'an unknown scope': /its scopes must be some of/,
  'it expires now': /it must expire later than now/,
  'no address': /its addresses must be addresses and subnets/,
}

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
  rule(
    '103.17',
    'the first fifteen characters of a key are kept, and its id contains the time when it was made',
    async () => {
      const { account, secretKey, publicKey, rotated } = await openKeys()
      expect(account.keys.map(({ prefix }) => prefix)).to.deep.equal([secretKey.slice(0, 15), publicKey.slice(0, 15)])
      expect(rotated.account.keys.at(-1)).to.have.property('prefix', rotated.key.slice(0, 15))
      expect(momentIn('019b7dbc-1c00-7c3a-9f00-3d2a5e6b7c8d')).to.equal(Date.parse('2026-01-02T08:03:58.592Z'))
    },
  )

  rule(
    '103.18',
    'the time when a key was used is kept: the first time, and then once in an hour',
    table(
      ['after the last use', 'noted'],
      [
        ['never', true],
        [hourMs - 1, false],
        [hourMs, true],
        [-hourMs, true],
      ],
      async (since, isNoted) => {
        const { ports, account, keyId, first, second, rotated, clock } = await openKeys()
        const nowMs = clock.nowMs()
        if (since !== 'never') await noteKeyUse(ports)({ accountId: account.id, keyId, atMs: nowMs - Number(since) })
        const [known, caller] = [await ports.accounts.byId(account.id), first]
        const use = useToNote({ ...caller, account: known ?? account }, nowMs)
        expect(use).to.deep.equal(isNoted ? { accountId: account.id, keyId, atMs: nowMs } : undefined)
        if (use) await noteKeyUse(ports)(use)
        const kept = (await ports.accounts.byId(account.id))?.keys.map(({ lastUsedAtMs }) => lastUsedAtMs)
        expect(kept).to.deep.equal([isNoted ? nowMs : nowMs - Number(since), null, null])
        const other = { ...second, account: (await ports.accounts.byId(account.id)) ?? account }
        expect(useToNote(other, nowMs), 'each key by itself').to.include({ keyId: rotated.keyId })
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
    async 'unless an option keeps them'() {
      const { ports, account, keyId, add, first } = await openKeys()
      const made = await add(first)
      const revoked = await revokeKey(ports)({ by: 'amina', keyId, keepEndpoints: true })
      expect(revoked).to.have.property('endpoints').that.deep.equals([made])
      expect(await ports.webhooks.ofAccount(account.id)).to.deep.equal([made])
    },
    async 'except one that was deleted meanwhile'() {
      const { ports, keyId, add, first } = await openKeys()
      const [gone, made] = [await add(first), await add(first)]
      const webhooks: typeof ports.webhooks = {
        ...ports.webhooks,
        change: async (id, ...how) => (id === gone.id ? undefined : ports.webhooks.change(id, ...how)),
      }
      const revoked = await revokeKey({ ...ports, webhooks })({ by: 'amina', keyId })
      expect(revoked)
        .to.have.property('endpoints')
        .that.deep.equals([{ ...made, disabledBecause: 'asked' }])
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

  rule('103.21', 'an account has at most 20 active secret keys, whatever their scopes', async () => {
    const { ports, account } = await openCore()
    const create = (name: string) => createKey(ports)({ by: 'amina', accountId: account.id, name, scopes: ['read'] })
    for (let n = 2; n <= 20; n += 1) expect(await create(`key ${n}`)).to.have.property('key')
    expect(await create('key 21')).to.deep.equal({
      ...{ refused: 'too_many_keys', message: '20 secret keys are already active: revoke one first' },
    })
    await revokeKey(ports)({ by: 'amina', keyId: account.keys[0]?.id ?? '' })
    expect(await create('key 21')).to.have.property('key')
  })

  rule(
    '103.22',
    'a key needs a readable name, a scope, an expiry in the future, and at least one address if it has a list of them',
    table(
      ['error', 'refused'],
      [
        ['nothing', null],
        ['the name is blank', 'malformed_key'],
        ['the name cannot be read', 'malformed_key'],
        ['the longest name', null],
        ['the name is longer', 'malformed_key'],
        ['no scope', 'malformed_key'],
        ['an unknown scope', 'malformed_key'],
        ['it expires now', 'malformed_key'],
        ['no address', 'malformed_key'],
        ['no such account', 'unknown_account'],
      ],
      async (what, code) => {
        const { ports, account, clock } = await openCore()
        const wrong: Readonly<Record<string, object>> = {
          'the name is blank': { name: ' ' },
          'the name cannot be read': { name: 'a\tb' },
          'the longest name': { name: 'n'.repeat(40) },
          'the name is longer': { name: 'n'.repeat(41) },
          'no scope': { scopes: [] },
          'an unknown scope': { scopes: ['read', 'buy'] },
          'it expires now': { expiresAtMs: clock.nowMs() },
          'no address': { addresses: [] },
          'no such account': { accountId: 'nobody' },
        }
        const good = { by: 'amina', accountId: account.id, name: 'till', scopes: ['read'] as const }
        const made = await createKey(ports)({ ...good, expiresAtMs: clock.nowMs() + 1, ...wrong[what] })
        expect(isRefusal(made) ? made.refused : null).to.equal(code)
        if (code === 'malformed_key')
          expect(made)
            .to.have.property('message')
            .that.matches(forms[what] ?? /^$/)
      },
    ),
  )

  rule('103.23', 'only a key of the same account and kind can be rotated', async () => {
    const { ports, account } = await openCore()
    const rotate = (keyId = '') => rotateKey(ports)({ by: 'amina', accountId: account.id, kind: 'secret', keyId })
    for (const keyId of ['nothing', account.keys[1]?.id])
      expect(await rotate(keyId)).to.have.property('refused', 'unknown_key')
    expect(await rotate(account.keys[0]?.id)).to.have.property('key')
  })

  rule('103.24', 'a name belongs to one secret key until the key is revoked or has expired', async () => {
    const { ports, account, clock } = await openCore()
    const expiresAtMs = clock.nowMs() + hourMs
    const create = (name: string) =>
      createKey(ports)({ by: 'amina', accountId: account.id, name, scopes: ['read'], expiresAtMs })
    const first = await create('till')
    if (isRefusal(first)) throw new Error(first.message)
    const taken = { refused: 'key_name_taken', message: `Key ${first.keyId} has this name: rotate it` }
    expect(await create('till')).to.deep.equal(taken)
    expect(await create('other')).to.have.property('key')
    await revokeKey(ports)({ by: 'amina', keyId: first.keyId })
    expect(await create('till')).to.have.property('key')
    expect(await create('till')).to.have.property('refused', 'key_name_taken')
    clock.forwardMs(hourMs)
    expect(
      await createKey(ports)({ by: 'amina', accountId: account.id, name: 'till', scopes: ['read'] }),
    ).to.have.property('key')
  })

  rule(
    '103.25',
    'the key that replaces an expiring one lasts as long as that was made for, unless another expiry is given',
    table(
      ['made for hours', 'said', 'lasts'],
      [
        [null, undefined, null],
        [3, undefined, 3],
        [3, null, null],
        [3, 7, 7],
        [null, 7, 7],
      ] as [number | null, number | null | undefined, number | null][],
      async (hours, said, lasts) => {
        const { ports, account, clock } = await openCore()
        const good = { by: 'amina', accountId: account.id, name: 'till', scopes: ['read'] as const }
        const until = (from: number) => clock.nowMs() + from * hourMs
        const made = await createKey(ports)({ ...good, ...(hours !== null && { expiresAtMs: until(hours) }) })
        if (isRefusal(made)) throw new Error(made.message)
        clock.forwardMs(hourMs)
        const expiresAtMs = said === undefined ? undefined : said === null ? null : until(said)
        const asked = { by: 'amina', accountId: account.id, kind: 'secret', keyId: made.keyId } as const
        const rotated = await rotateKey(ports)({ ...asked, ...(expiresAtMs !== undefined && { expiresAtMs }) })
        if (isRefusal(rotated)) throw new Error(rotated.message)
        const key = rotated.account.keys.find(({ id }) => id === rotated.keyId)
        expect(key).to.include({ name: 'till', expiresAtMs: lasts === null ? null : until(lasts) })
        if (hours !== null)
          expect(await rotateKey(ports)({ ...asked, expiresAtMs: clock.nowMs() })).to.have.property(
            'refused',
            'malformed_key',
          )
      },
    ),
  )

  rule('103.26', 'each new key is an action with the scopes of the key, and so is its end, once', async () => {
    const { ports, account, clock } = await openCore()
    const terms = { name: 'till', scopes: ['read'] as const, addresses: ['10.0.0.0/8'] }
    const expiresAtMs = clock.nowMs() + hourMs
    const made = await createKey(ports)({ by: 'amina', accountId: account.id, ...terms, expiresAtMs })
    if (isRefusal(made)) throw new Error(made.message)
    await createKey(ports)({ by: 'amina', accountId: account.id, ...terms })
    const asked = { by: 'amina', accountId: account.id, kind: 'secret' } as const
    const rotated = await rotateKey(ports)({ ...asked, keyId: made.keyId })
    const first = await rotateKey(ports)(asked)
    if (isRefusal(rotated) || isRefusal(first)) throw new Error('it was refused')
    expect(await rotateKey(ports)(asked)).to.have.property('refused', 'too_many_keys')
    expect(await rotateKey(ports)({ ...asked, by: '' })).to.have.property('refused', 'malformed_name')
    for (let times = 0; times < 2; times += 1) await revokeKey(ports)({ by: 'amina', keyId: made.keyId })
    expect(await revokeKey(ports)({ by: '', keyId: made.keyId })).to.have.property('refused', 'malformed_name')
    const { actions } = await ports.actions.list({ accountId: account.id, limit: 9 })
    const reported = actions
      .filter(({ kind }) => kind.startsWith('key.'))
      .map(({ kind, subject, after }) => [kind, subject, after])
    const facts = { name: 'till', scopes: ['read'], expires_at_ms: expiresAtMs, addresses: ['10.0.0.0/8'] }
    expect(reported.toReversed()).to.deep.equal([
      ['key.create', `key ${made.keyId}`, { ...facts, prefix: made.key.slice(0, 15) }],
      ['key.rotate', `key ${rotated.keyId}`, { kind: 'secret', ...facts, prefix: rotated.key.slice(0, 15) }],
      ['key.rotate', `key ${first.keyId}`, { kind: 'secret', prefix: first.key.slice(0, 15) }],
      ['key.revoke', `key ${made.keyId}`, { active: false }],
    ])
  })
})
