import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { fundAccount, withdrawFunds } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: questions of a network’s support', () => {
  rule('104.54', 'a transaction is shown with the id from sente, and with the network’s own once that is known', {
    'in the text': async () => {
      const { sente, pay } = await openCommandLine()
      const transaction = await pay('succeeds')
      const { out } = await sente('transaction', 'show', transaction.id)
      expect(out).to.include(`Provider id   ${transaction.providerId}\n`)
      expect(out).to.include('Provider ref  mtn-1\n')
      const open = await pay('losesRequest', 'order-2')
      expect((await sente('transaction', 'show', open.id)).out).to.include('Provider ref  not known\n')
    },
    'as JSON, also in lists': async () => {
      const { json, pay } = await openCommandLine()
      const { id, providerId } = await pay('succeeds')
      const ids = { provider_id: providerId, provider_ref: 'mtn-1' }
      expect((await json('transaction', 'show', id)).json).to.include(ids)
      expect((await json('transaction', 'list')).json.transactions[0]).to.include(ids)
    },
    'in the list of payments that need attention': async () => {
      const { sente, pay, store } = await openCommandLine()
      const transaction = await pay('losesRequest')
      const scope = {
        account: transaction.accountId,
        currency: 'UGX',
        transaction: transaction.id,
        events: true,
      } as const
      await store.books.atomically(scope, (work) => work.record({ ...transaction, attention: 'overdue' }) ?? true)
      expect((await sente('transaction', 'list', '--attention')).out).to.include(transaction.providerId)
      expect((await sente('transaction', 'list')).out).not.to.include(transaction.providerId)
    },
  })

  rule('104.55', 'account list shows accounts newest first, all or by name, and how to get the next page', {
    'as JSON': async () => {
      const { json, id } = await openCommandLine()
      const created = await json('account', 'create', '--name', 'Kiosk')
      const listed = async (accountId: string) => {
        const { wrong_pins: _, pin_locked_until: __, ...shown } = (await json('account', 'show', accountId)).json
        return shown
      }
      const all = [await listed(created.json.account_id), await listed(id)]
      expect((await json('account', 'list')).json).to.deep.equal({ accounts: all, next: null })
      expect((await json('account', 'list', '--name', 'DUK')).json.accounts).to.deep.equal([all[1]])
      const first = (await json('account', 'list', '--limit', '1')).json
      expect(first.next).to.equal(created.json.account_id)
      expect((await json('account', 'list', '--before', first.next)).json).to.deep.equal({
        accounts: [all[1]],
        next: null,
      })
    },
    'as a table': async () => {
      const { sente, id } = await openCommandLine()
      await sente('account', 'close', id)
      const { out } = await sente('account', 'list')
      expect(out.split('\n')[1]).to.equal(`${id}  Duka  complete  on   set  UGX         closed`)
      await sente('account', 'create', '--name', 'Kiosk')
      expect((await sente('account', 'list', '--limit', '1')).out).to.match(
        /\nThere are more: .* --before [0-9a-f-]{36}\n$/,
      )
      expect((await sente('account', 'list', '--name', 'nobody')).out).to.equal('No accounts found.\n')
    },
    'an unknown account to continue after': async () => {
      const { json } = await openCommandLine()
      const { code, json: answer } = await json('account', 'list', '--before', 'nobody')
      expect([code, answer.error.code]).to.deep.equal([1, 'unknown_account'])
    },
  })

  rule('104.56', 'funding list shows fundings and withdrawals newest first, all or of one account', {
    'as JSON': async () => {
      const { json, id, ports, clock } = await openCommandLine()
      clock.forwardMs(60_000)
      await fundAccount(ports)({ by: 'amina', accountId: id, currency: 'UGX', amount: 5_000, reference: 'bank/1' })
      clock.forwardMs(60_000)
      await withdrawFunds(ports)({
        by: 'amina',
        accountId: id,
        currency: 'UGX',
        amount: 1_000,
        reference: 'back-1',
        because: 'asked for',
      })
      const { fundings, next } = (await json('funding', 'list')).json
      expect(fundings.map(({ reference }: { reference: string }) => reference)).to.deep.equal([
        'back-1',
        'bank/1',
        'initial-UGX',
      ])
      expect(next).to.equal(null)
      expect(fundings[0]).to.deep.equal({
        account_id: id,
        reference: 'back-1',
        kind: 'withdraw',
        currency: 'UGX',
        amount: 1_000,
        because: 'asked for',
        at: '2026-01-02T08:02:00.000Z',
      })
      const first = (await json('funding', 'list', '--account', id, '--limit', '2')).json
      expect(first.next).to.equal(`${id}/bank/1`)
      expect((await json('funding', 'list', '--before', first.next)).json.fundings).to.deep.equal([fundings[2]])
    },
    'as a table': async () => {
      const { sente, id } = await openCommandLine()
      const { out } = await sente('funding', 'list', '--account', id)
      expect(out).to.match(
        /^At +Kind +Amount +Currency +Account +Reference +Because\n2026-.* fund +100000 +UGX .* initial-UGX\n$/,
      )
    },
    'an unknown account': async () => {
      const { json } = await openCommandLine()
      expect((await json('funding', 'list', '--account', 'nobody')).json.error.code).to.equal('unknown_account')
    },
    'an unknown place to continue after': async () => {
      const { json } = await openCommandLine()
      expect((await json('funding', 'list', '--before', 'nowhere')).code).to.equal(2)
    },
  })

  rule(
    '104.57',
    'the command for the next page of fundings can be pasted into a shell, with any reference',
    async () => {
      const { sente, id, ports, clock } = await openCommandLine()
      for (const reference of ["$(date)'s;`id`", 'plain/1:a.b_c-d']) {
        clock.forwardMs(60_000)
        await fundAccount(ports)({ by: 'amina', accountId: id, currency: 'UGX', amount: 5_000, reference })
        const { out } = await sente('funding', 'list', '--limit', '1')
        const [, before = ''] = /--before (.*)\n$/.exec(out) ?? []
        const pasted = execFileSync('sh', ['-c', `printf %s ${before}`], { encoding: 'utf8' })
        expect(pasted).to.equal(`${id}/${reference}`)
        expect((await sente('funding', 'list', '--before', pasted)).out).to.include('initial-UGX')
      }
    },
  )
})
