import { expect } from 'chai'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

describe('126 Who did what: commands', () => {
  rule(
    '126.22',
    'a command records the person who runs it, or the name after --by, and the reason after --because',
    async () => {
      const { json, account } = await openCommandLine()
      await json('account', 'fund', account.id, 'UGX', '500', '--reference', 'a', '--because', 'their transfer')
      await json('account', 'close', account.id, '--by', 'okello')
      const { actions } = (await json('action', 'list', '--limit', '2')).json
      expect(actions[0]).to.include({ kind: 'account.close', by: 'okello', because: null, account_id: account.id })
      expect(actions[1]).to.include({ kind: 'account.fund', by: 'amina', because: 'their transfer' })
      expect(actions[1].after).to.deep.equal({ amount: '500', available: '100500', currency: 'UGX' })
    },
  )

  rule('126.23', 'sente action list shows the latest first, by account, person, kind and time, in pages', async () => {
    const { json, sente, account } = await openCommandLine()
    const numbers = async (...options: string[]) =>
      (await json('action', 'list', ...options)).json.actions.map(({ number }: { number: number }) => number)
    await json('account', 'set', account.id, '--kyc', 'incomplete', '--by', 'okello')
    expect(await numbers()).to.deep.equal([3, 2, 1])
    expect(await numbers('--by', 'okello')).to.deep.equal([3])
    expect(await numbers('--kind', 'account.create')).to.deep.equal([1])
    expect(await numbers('--account', 'other')).to.deep.equal([])
    expect(await numbers('--to', '2001-01-01')).to.deep.equal([])
    expect(await numbers('--before', '3', '--limit', '1')).to.deep.equal([2])
    expect((await sente('action', 'list')).out).to.match(/^No +At +By +What +About +Change +Because\n/)
    expect((await sente('action', 'list')).out).to.include('kyc complete > incomplete')
  })

  rule(
    '126.24',
    'sente action verify prints the end of the record, and checks whether a given one is in it',
    async () => {
      const { json, account } = await openCommandLine()
      const before = (await json('action', 'verify')).json
      expect(before).to.include({ ok: true, checked: 2 })
      expect(before.end).to.match(/^2:[0-9a-f]{64}$/)
      await json('account', 'close', account.id)
      expect((await json('action', 'verify', '--noted', before.end)).json).to.include({ ok: true, checked: 3 })
      const other = await json('action', 'verify', '--noted', `2:${'0'.repeat(64)}`)
      expect([other.code, other.json.broken[0].row]).to.deep.equal([1, 'action 2'])
      expect((await json('action', 'verify', '--noted', 'x')).code).to.equal(2)
    },
  )

  rule('126.25', 'a command proposes a change that takes two people, and sente proposal approve makes it', async () => {
    const { json, sente, account } = await openCommandLine({ store: { fourEyes: readFourEyes('UGX:1000,keys') } })
    const fund = ['account', 'fund', account.id, 'UGX', '5000', '--reference', 'a', '--because', 'their transfer']
    const proposed = (await json(...fund)).json.proposal
    expect(proposed).to.include({ proposal: 3, state: 'open', change: 'account.fund', by: 'amina' })
    expect((await json('proposal', 'list')).json.proposals).to.deep.equal([proposed])
    expect((await json('proposal', 'approve', '3')).json.error.code).to.equal('own_proposal')
    expect((await json('proposal', 'approve', '3', '--by', 'okello')).json).to.include({ state: 'approved' })
    expect((await sente('proposal', 'show', '3')).out).to.match(/^Proposal +3\nState +approved\n/)
    expect((await sente('proposal', 'list')).out).to.equal('No proposals wait.\n')
    const rotated = (await json('key', 'rotate', account.id, '--because', 'leaving')).json.proposal
    const { key } = (await json('proposal', 'approve', `${rotated.proposal}`, '--by', 'okello')).json
    expect(key).to.match(/^sente_sk_/)
    const again = (await json('key', 'rotate', account.id, '--because', 'b')).json.proposal
    const rejected = await json('proposal', 'reject', `${again.proposal}`, '--because', 'no need')
    expect(rejected.json).to.include({ state: 'rejected' })
  })

  rule('126.26', 'an account and its keys show their history', async () => {
    const { json, sente, account } = await openCommandLine()
    await json('account', 'set', account.id, '--kyc', 'incomplete', '--because', 'papers expired')
    await json('key', 'revoke', account.keys[0]?.id ?? '', '--because', 'leaked')
    const kinds = async (...argv: string[]) =>
      (await json(...argv, account.id, '--history')).json.history.map(({ kind }: { kind: string }) => kind)
    expect(await kinds('account', 'show')).to.deep.equal([
      'key.revoke',
      'account.set',
      'account.fund',
      'account.create',
    ])
    expect(await kinds('key', 'list')).to.deep.equal(['key.revoke', 'account.create'])
    expect((await sente('key', 'list', account.id, '--history')).out).to.include('leaked')
  })

  rule(
    '126.27',
    'the setting for changes that take two people has amounts of currencies, and kinds',
    table(
      ['setting', 'kinds', 'amounts'],
      [
        ['UGX:1000000', '', 'UGX 1000000'],
        ['UGX:1000000,USD:12.5,kyc, keys', 'kyc keys', 'UGX 1000000 USD 1250'],
        ['UGX:1 000 000, KES:1.000.000', '', 'UGX 1000000 KES 100000000'],
        ['decisions,limits', 'decisions limits', ''],
        ['UGX', 'refused', ''],
        ['UGX:', 'refused', ''],
        ['UGX:-1', 'refused', ''],
        ['UGX:1.5', 'refused', ''],
        ['UGX:500.000', 'refused', ''],
        ['UGX:1,000,000', 'refused', ''],
        ['XXX:1', 'refused', ''],
        ['UGX:1,UGX:2', 'refused', ''],
        ['kyc,', 'refused', ''],
        ['KYC', 'refused', ''],
      ],
      (setting, kinds, amounts) => {
        const read = () => readFourEyes(setting)
        if (kinds === 'refused')
          return void expect(read).to.throw(/^SENTE_FOUR_EYES has ".*", but (must be amounts|“.*” )/)
        expect([...read().kinds].join(' ')).to.equal(kinds)
        expect([...read().amountsMinor].flat().join(' ')).to.equal(amounts)
      },
    ),
  )
})
