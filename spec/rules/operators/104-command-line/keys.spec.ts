import { expect } from 'chai'
import { authenticate, isRefusal, noteKeyUse } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: keys and withdrawals', () => {
  rule('104.35', 'key list prints the keys of an account by their ids, and no secret', {
    async 'as JSON'() {
      const { json, id, account, secretKey, publicKey } = await openCommandLine()
      const [secret, open] = account.keys
      expect(await json('key', 'list', id)).to.deep.equal({
        code: 0,
        json: {
          keys: [
            { ...shown(secret), kind: 'secret', active: true, prefix: secretKey.slice(0, 15), ...unlimited },
            { ...shown(open), kind: 'public', active: true, prefix: publicKey.slice(0, 15) },
          ],
        },
      })
    },
    async 'as text, the revoked ones too'() {
      const { sente, id, account, store, secretKey, publicKey } = await openCommandLine()
      const [secret, open] = account.keys
      await noteKeyUse(store)({ accountId: id, keyId: secret?.id ?? '', atMs: 1_767_344_400_000 })
      await sente('key', 'revoke', secret?.id ?? '')
      const inUtc = (key: typeof open) => shown(key).created_at?.replace('Z', '+00:00')
      const rows = [
        `${'Key'.padEnd(36)}  Kind    Active  Begins           ${'Created'.padEnd(29)}  Last used`,
        `${secret?.id}  secret  no      ${secretKey.slice(0, 15)}  ${inUtc(secret)}  2026-01-02T09:00:00.000+00:00`,
        `${open?.id}  public  yes     ${publicKey.slice(0, 15)}  ${inUtc(open)}  never`,
      ]
      expect(await sente('key', 'list', id)).to.deep.equal({ code: 0, err: '', out: `${rows.join('\n')}\n` })
    },
  })

  rule('104.36', 'key rotate adds a key and prints it, once; the previous key still works', {
    async 'a secret key'() {
      const { json, id, store, secretKey } = await openCommandLine()
      const { code, json: made } = await json('key', 'rotate', id)
      expect([code, Object.keys(made)]).to.deep.equal([0, ['key_id', 'key']])
      for (const key of [secretKey, made.key])
        expect(isRefusal(await authenticate(store)({ secretKey: key }))).to.equal(false)
      const { json: listed } = await json('key', 'list', id)
      const prefix = made.key.slice(0, 15)
      expect(listed.keys.at(-1)).to.deep.include({ key_id: made.key_id, kind: 'secret', active: true, prefix })
    },
    async 'a public key'() {
      const { json, id } = await openCommandLine()
      const { json: made } = await json('key', 'rotate', id, '--public')
      expect(made.key).to.match(/^sente_pk_/)
    },
    async 'as text'() {
      const { code, out } = await withLine(({ sente, id }) => sente('key', 'rotate', id))
      expect(code).to.equal(0)
      expect(out).to.match(/^Key id {2}\S{36}\nKey {5}sente_sk_\S+\n\nKeep the key now: it is not shown again\. .+\n$/)
    },
  })

  rule(
    '104.37',
    'at most two keys of a kind are active; a third is refused with the names of the other two',
    async () => {
      const { json, id, account } = await openCommandLine()
      const first = account.keys[0]?.id ?? ''
      const { json: second } = await json('key', 'rotate', id)
      const message = `2 keys are already active, ${first} and ${second.key_id}: revoke one first`
      const refused = { code: 1, json: { error: { code: 'too_many_keys', message } } }
      expect(await json('key', 'rotate', id)).to.deep.equal(refused)
      expect((await json('key', 'list', id)).json.keys).to.have.length(3)
      await json('key', 'revoke', first)
      expect((await json('key', 'rotate', id)).code).to.equal(0)
    },
  )

  rule('104.38', 'key revoke disables a key at once and prints the account; it can be repeated', async () => {
    const { json, id, account, store, secretKey } = await openCommandLine()
    for (const _ of [1, 2]) {
      const { code, json: shown } = await json('key', 'revoke', account.keys[0]?.id ?? '')
      expect([code, shown.account_id]).to.deep.equal([0, id])
      expect(shown.keys.map((key: { active: boolean }) => key.active)).to.deep.equal([false, true])
    }
    expect(await authenticate(store)({ secretKey })).to.deep.equal({ refused: 'invalid_secret_key' })
  })

  rule('104.39', 'a key that does not exist is refused', async () => {
    const error = { code: 'unknown_key', message: 'There is no key nothing' }
    const refused = await withLine(({ json }) => json('key', 'revoke', 'nothing'))
    expect(refused).to.deep.equal({ code: 1, json: { error } })
  })

  rule('104.40', 'account withdraw takes an amount once for a reference; repeating it changes nothing', {
    async 'with the explanation in the books'() {
      const { json, id, balance, store } = await openCommandLine()
      const withdraw = () => json('account', 'withdraw', id, 'UGX', '30000', ...reason)
      const first = await withdraw()
      expect(first.code).to.equal(0)
      expect(first.json).to.deep.include({ account_id: id, balances: { UGX: { available: 70_000, held: 0 } } })
      expect(await withdraw()).to.deep.equal(first)
      expect(await balance()).to.deep.equal({ available: 70_000n, held: 0n })
      expect(await explanations(store)).to.deep.equal([null, 'paid back'])
    },
    async 'from a closed account too'() {
      const { json, id } = await openCommandLine()
      await json('account', 'close', id)
      const { code, json: account } = await json('account', 'withdraw', id, 'UGX', '100000', ...reason)
      expect([code, account.balances.UGX.available]).to.deep.equal([0, 0])
    },
  })

  rule('104.41', 'an impossible withdrawal is refused and moves nothing', {
    'more than is available': () => isRefused(['UGX', '100001', ...reason], 'balance_too_low'),
    'a currency without a balance': () => isRefused(['KES', '5', ...reason], 'balance_too_low'),
    'an unknown currency': () => isRefused(['XYZ', '5', ...reason], 'unknown_currency'),
    'an amount of zero': () => isRefused(['UGX', '0', ...reason], 'malformed_amount'),
    'a malformed reference': () =>
      isRefused(['UGX', '5', '--reference', 'a b', '--because', 'x'], 'malformed_reference'),
    'a blank explanation': () => isRefused(['UGX', '5', '--reference', 'w', '--because', ' '], 'malformed_explanation'),
    'the reference of a funding': () =>
      isRefused(['UGX', '5', '--reference', 'initial-UGX', '--because', 'x'], 'funding_reference_reused'),
  })
})

const reason = ['--reference', 'payback-1', '--because', 'paid back']

/** The terms of an account's first key. */
const unlimited = {
  ...{ name: null, expires_at: null, addresses: null },
  scopes: ['read', 'collect', 'pay', 'refund', 'webhooks'],
}

/** The answer about a key that was never used, without its form. */
function shown({ id: key_id }: { readonly id: string } = { id: '' }) {
  const createdMs = Number.parseInt(key_id.replaceAll('-', '').slice(0, 12), 16)
  return { key_id, created_at: new Date(createdMs).toISOString(), last_used_at: null }
}

type CommandLine = Awaited<ReturnType<typeof openCommandLine>>

async function withLine<T>(act: (line: CommandLine) => Promise<T>): Promise<T> {
  return act(await openCommandLine())
}

function explanations({ books }: CommandLine['store']): Promise<(string | null)[]> {
  return books.snapshot(async (snapshot) => {
    const found: (string | null)[] = []
    for await (const { funding } of snapshot.fundings()) found.push(funding.because)
    return found
  })
}

async function isRefused(rest: string[], code: string) {
  const { json, id, balance } = await openCommandLine()
  const { code: exitCode, json: answer } = await json('account', 'withdraw', id, ...rest)
  expect([exitCode, answer.error.code]).to.deep.equal([1, code])
  expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
}
