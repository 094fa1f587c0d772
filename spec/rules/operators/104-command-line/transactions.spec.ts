import { expect } from 'chai'
import { isRefusal, type Transaction } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: lists of transactions', () => {
  rule(
    '104.42',
    'transaction list prints transactions newest first, up to a limit, and --before prints the next ones',
    {
      async 'page by page'() {
        const { json, ids } = await withPayouts()
        const { code, json: first } = await json('transaction', 'list', '--limit', '2')
        expect([code, Object.keys(first), idsOf(first)]).to.deep.equal([0, ['transactions', 'next'], ids.slice(0, 2)])
        expect(first.next).to.equal(ids[1])
        const { json: last } = await json('transaction', 'list', '--limit', '2', '--before', String(first.next))
        expect([idsOf(last), last.next]).to.deep.equal([ids.slice(2), null])
      },
      async 'each as in transaction show, without its annotations'() {
        const { json } = await withPayouts()
        const { json: listed } = await json('transaction', 'list', '--limit', '1')
        const { json: shown } = await json('transaction', 'show', listed.transactions[0].transaction_id)
        const { annotations, event_id, next_enquiry_at, timeline, ...rest } = shown
        expect([annotations, listed.transactions]).to.deep.equal([[], [rest]])
      },
      async 'fifty by default'() {
        const { json, pay } = await openCommandLine()
        for (let count = 0; count < 51; count += 1) await pay('unreachable', `order-${count}`)
        const { json: listed } = await json('transaction', 'list')
        expect(listed.transactions).to.have.length(50)
        expect((await json('transaction', 'list', '--limit', '51')).json.next).to.equal(null)
      },
      async none() {
        const { json } = await openCommandLine()
        expect(await json('transaction', 'list')).to.deep.equal({ code: 0, json: { transactions: [], next: null } })
      },
    },
  )

  rule('104.43', 'transaction list prints only the transactions that match every option', {
    'one state': () => fits(['--state', 'failed'], ['order-2']),
    'several states': () => fits(['--state', 'failed', '--state', 'submitting'], ['order-2', 'order-3']),
    payouts: () => fits(['--kind', 'payout'], ['order-1', 'order-2', 'order-3']),
    collections: () => fits(['--kind', 'collection'], ['sale-1']),
    'one currency': () => fits(['--currency', 'UGX'], ['order-1', 'order-2', 'order-3', 'sale-1']),
    'another currency': () => fits(['--currency', 'USD'], []),
    'an account': () => fits(['--account', 'ID'], ['order-1', 'order-2', 'order-3', 'sale-1']),
    'an account that has none': () => fits(['--account', 'OTHER'], []),
    'a reference': () => fits(['--reference', 'order-2'], ['order-2']),
    'a phone number without an account': () =>
      fits(['--phone', '256770000001'], ['order-1', 'order-2', 'order-3', 'sale-1']),
    'another phone number': () => fits(['--phone', '256770000099'], []),
    'several options': () => fits(['--account', 'ID', '--kind', 'payout', '--state', 'pending'], ['order-1']),
    'payments that need attention': () => fits(['--attention'], ['order-3']),
  })

  rule('104.44', 'without `--json` transactions are a table, and its end says how to get the next page', {
    async 'of all accounts'() {
      const { sente, id, ids } = await withPayouts()
      const { code, out, err } = await sente('transaction', 'list', '--limit', '2')
      expect({ code, err }).to.deep.equal({ code: 0, err: '' })
      const [newest, next] = ids
      expect(out.split('\n')).to.deep.equal([
        `${heading}              ${'Account'.padEnd(36)}  Reference`,
        `${newest}  ${at}  payout    5000  UGX       MTN      submitting         ${id}  order-3`,
        `${next}  ${at}  payout    5000  UGX       MTN      failed (not_sent)  ${id}  order-2`,
        '',
        `There are more: repeat the command with --before ${next}`,
        '',
      ])
    },
    async 'of one account, with the reason why each needs attention'() {
      const { sente, id, ids, needsAttention, store } = await withPayouts()
      await needsAttention(ids[0])
      const providerId = (await store.books.transaction(ids[0] ?? ''))?.providerId
      const { out } = await sente('transaction', 'list', '--account', id, '--attention')
      expect(out.split('\n')).to.deep.equal([
        `${heading}       ${'Attention'.padEnd(33)}  ${'Provider id'.padEnd(36)}  Reference`,
        `${ids[0]}  ${at}  payout    5000  UGX       MTN      submitting  overdue: it has not ended in time  ${providerId}  order-3`,
        '',
      ])
    },
    async none() {
      const { sente } = await openCommandLine()
      expect(await sente('transaction', 'list')).to.deep.equal({ code: 0, out: 'No transactions found.\n', err: '' })
    },
  })

  rule('104.45', 'states and attention have colours when the terminal shows them, never in JSON', {
    async 'in colours, columns aligned as without'() {
      const { sente } = await withPayouts({ colours: true })
      const { out } = await sente('transaction', 'list')
      expect(out).to.include('\u001b[31mfailed (not_sent)\u001b[39m')
      expect(out).to.include('\u001b[33msubmitting\u001b[39m         ')
      expect(out.split('\n')[0]).to.equal(`${heading}              ${'Account'.padEnd(36)}  Reference`)
    },
    async without() {
      const { sente } = await withPayouts()
      expect((await sente('transaction', 'list')).out).not.to.include('\u001b')
    },
    async 'in JSON'() {
      const { json } = await withPayouts({ colours: true })
      expect(JSON.stringify(await json('transaction', 'list'))).not.to.include('\\u001b')
    },
  })
})

const at = '2026-01-02T08:00:00.000+00:00'
const heading = `${'Transaction'.padEnd(36)}  ${'Created'.padEnd(29)}  Kind    Amount  Currency  Network  State`

/** Payouts that are pending, failed and in doubt, in this order; resolves with their ids newest first. */
async function withPayouts(given: Parameters<typeof openCommandLine>[0] = {}) {
  const line = await openCommandLine(given)
  const first = await line.pay('accepts', 'order-1')
  const second = await line.pay('unreachable', 'order-2')
  const third = await line.pay('losesRequest', 'order-3')
  return {
    ...line,
    ids: [third.id, second.id, first.id],
    /** Makes a transaction overdue, like its follow-up. */
    async needsAttention(id = '') {
      const found = await line.store.books.transaction(id)
      if (!found) throw new Error('no transaction')
      const scope = { account: found.accountId, currency: found.currency, transaction: id, events: true } as const
      await line.store.books.atomically(scope, (work) => {
        work.record({ ...found, attention: 'overdue' })
        return 'done'
      })
    },
  }
}

type Listed = { transactions: { transaction_id: string; reference: string }[]; next: string | null }

function idsOf({ transactions }: Listed): Transaction['id'][] {
  return transactions.map((transaction) => transaction.transaction_id)
}

async function fits(options: string[], references: string[]) {
  const { json, id, collect, caller, request, needsAttention, ids, network } = await withPayouts()
  network.behaves('accepts')
  const collected = await collect({ caller: await caller(), request: { ...request, reference: 'sale-1' } })
  if (isRefusal(collected)) throw new Error(collected.refused)
  await collected.outcome
  await needsAttention(ids[0])
  const { json: other } = await json('account', 'create', '--name', 'Soko')
  const words = options.map((word) => (word === 'ID' ? id : word === 'OTHER' ? other.account_id : word))
  const { code, json: listed } = await json('transaction', 'list', ...words)
  expect(code).to.equal(0)
  expect((listed as Listed).transactions.map(({ reference }) => reference).sort()).to.deep.equal(references)
}
