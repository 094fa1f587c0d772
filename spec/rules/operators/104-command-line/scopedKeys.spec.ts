import { expect } from 'chai'
import { authenticate } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

const create = [
  '--name',
  'wages',
  '--scope',
  'pay,read',
  '--expires',
  '2100-01-01',
  '--from',
  '203.0.113.7, 10.0.0.0/8',
]

const terms = {
  name: 'wages',
  scopes: ['read', 'pay'],
  expires_at: '2100-01-02T00:00:00.000Z',
  addresses: ['203.0.113.7', '10.0.0.0/8'],
}

describe('104 The command line: keys with scopes', () => {
  rule('104.89', 'key create adds a key with a name, scopes, an expiry and addresses, and prints it, once', {
    async 'as JSON'() {
      const { json, id, store } = await openCommandLine()
      const { code, json: made } = await json('key', 'create', id, ...create)
      expect([code, Object.keys(made)]).to.deep.equal([0, ['key_id', 'key']])
      const { keys } = (await json('key', 'list', id)).json
      expect(keys.at(-1)).to.deep.include({ key_id: made.key_id, kind: 'secret', active: true, ...terms })
      const enter = (scope: 'read' | 'collect') =>
        authenticate(store)({ secretKey: made.key, scope, isFrom: () => true })
      expect(await enter('read')).to.have.property('account')
      expect(await enter('collect')).to.have.property('refused', 'key_not_allowed')
    },
    async 'as text'() {
      const { sente, id } = await openCommandLine()
      const { code, out } = await sente('key', 'create', id, '--name', 'till', '--scope', 'collect')
      expect(code).to.equal(0)
      expect(out).to.match(/^Key id {2}\S{36}\nKey {5}sente_sk_\S+\n\nKeep the key now: it is not shown again\.\n$/)
      const [head, , , last] = (await sente('key', 'list', id)).out.split('\n')
      expect(head).to.match(/Last used +Name +Scopes +Expires +From$/)
      expect(last).to.match(/never +till +collect$/)
    },
  })

  rule(
    '104.90',
    'impossible terms of a key are wrong usage, or refused',
    table(
      ['given', 'exit code', 'says'],
      [
        ['--name till', 2, '--scope'],
        ['--scope pay', 2, '--name'],
        ['--name till --scope buy', 2, 'Allowed choices are read, collect, pay, refund, webhooks.'],
        ['--name till --scope pay --from 10.0.0.0/33', 1, 'its addresses must be addresses and subnets'],
        ['--name till --scope pay --expires soon', 2, 'Expected a date'],
        ['--name till --scope pay --expires 2020-01-01', 1, 'it must expire later than now'],
        [`--name ${'x'.repeat(41)} --scope pay`, 1, 'its name must be 1 to 40 printable characters'],
      ],
      async (given, exitCode, says) => {
        const { sente, json, id } = await openCommandLine()
        const { code, err } = await sente('key', 'create', id, ...given.split(' '))
        expect(code).to.equal(exitCode)
        expect(err).to.include(says)
        expect((await json('key', 'list', id)).json.keys).to.have.length(2)
      },
    ),
  )

  rule('104.91', 'a name is taken while a key with it is active; key rotate --key makes its successor', async () => {
    const { json, id } = await openCommandLine()
    const { json: first } = await json('key', 'create', id, ...create)
    const message = `Key ${first.key_id} has this name: rotate it`
    const refused = { code: 1, json: { error: { code: 'key_name_taken', message } } }
    expect(await json('key', 'create', id, ...create)).to.deep.equal(refused)
    const { json: next } = await json('key', 'rotate', id, '--key', first.key_id, '--expires', 'never')
    const { keys } = (await json('key', 'list', id)).json
    expect(keys.at(-1)).to.deep.include({ key_id: next.key_id, ...terms, expires_at: null })
    for (const { key_id } of [first, next]) await json('key', 'revoke', key_id)
    expect((await json('key', 'create', id, ...create)).code).to.equal(0)
  })
})
