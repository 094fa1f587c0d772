import { expect } from 'chai'
import type { Behaviour } from '../../../../adapters/memory/memoryProvider.ts'
import { isRefusal } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: money and books', () => {
  rule('104.10', 'account fund adds an amount once for a reference; repeating it changes nothing', async () => {
    const { json, id, balance } = await openCommandLine()
    const fund = () => json('account', 'fund', id, 'UGX', '5000', '--reference', 'float-1')
    const first = await fund()
    expect(first.code).to.equal(0)
    expect(first.json).to.deep.include({ account_id: id, balances: { UGX: { available: 105_000, held: 0 } } })
    expect(await fund()).to.deep.equal(first)
    expect(await balance()).to.deep.equal({ available: 105_000n, held: 0n })
  })

  rule('104.11', 'the same funding reference with another amount or currency is refused and moves nothing', {
    async 'another amount'() {
      const { json, id, balance } = await openCommandLine()
      await json('account', 'fund', id, 'UGX', '5000', '--reference', 'float-1')
      expect(await json('account', 'fund', id, 'UGX', '5001', '--reference', 'float-1')).to.deep.equal({
        code: 1,
        json: {
          error: {
            code: 'funding_reference_reused',
            message: 'Reference float-1 was already used, for a funding of 5000 UGX',
          },
        },
      })
      expect(await balance()).to.deep.equal({ available: 105_000n, held: 0n })
    },
    async 'another currency'() {
      const { json, id } = await openCommandLine()
      await json('account', 'fund', id, 'UGX', '50', '--reference', 'float-1')
      const { code, json: answer } = await json('account', 'fund', id, 'USD', '50', '--reference', 'float-1')
      expect([code, answer.error.code]).to.deep.equal([1, 'funding_reference_reused'])
    },
    async 'the reference of an opening balance'() {
      const { json, id } = await openCommandLine()
      const { code, json: answer } = await json('account', 'fund', id, 'UGX', '50', '--reference', 'initial-UGX')
      expect([code, answer.error.code]).to.deep.equal([1, 'funding_reference_reused'])
    },
  })

  rule('104.12', 'an impossible funding is refused and moves nothing', {
    'an unknown currency': () => fundIsRefused(['KES', '50', '--reference', 'f'], 'unknown_currency'),
    'a currency in small letters': () => fundIsRefused(['ugx', '50', '--reference', 'f'], 'unknown_currency'),
    'an amount of nothing': () => fundIsRefused(['UGX', '0', '--reference', 'f'], 'malformed_amount'),
    'a reference with a space': () => fundIsRefused(['UGX', '50', '--reference', 'a b'], 'malformed_reference'),
    'an empty reference': () => fundIsRefused(['UGX', '50', '--reference', ''], 'malformed_reference'),
    async 'a closed account'() {
      const { json, id } = await openCommandLine()
      await json('account', 'close', id)
      const { code, json: answer } = await json('account', 'fund', id, 'UGX', '50', '--reference', 'f')
      expect([code, answer.error.code]).to.deep.equal([1, 'closed_account'])
    },
  })

  rule('104.13', 'an account that does not exist is refused by every command that names one', async () => {
    const { json } = await openCommandLine()
    const lines = [
      ['account', 'show', 'nobody'],
      ['account', 'set', 'nobody', '--kyc', 'complete'],
      ['account', 'activate', 'nobody', 'UGX'],
      ['account', 'deactivate', 'nobody', 'UGX'],
      ['account', 'fund', 'nobody', 'UGX', '50', '--reference', 'f'],
      ['account', 'withdraw', 'nobody', 'UGX', '50', '--reference', 'f', '--because', 'paid back'],
      ['account', 'close', 'nobody'],
      ['key', 'list', 'nobody'],
      ['key', 'rotate', 'nobody'],
      ['transaction', 'show', '--account', 'nobody', '--reference', 'order-1'],
      ['transaction', 'list', '--account', 'nobody'],
    ]
    const error = { code: 'unknown_account', message: 'There is no account nobody' }
    for (const line of lines) expect(await json(...line), line.join(' ')).to.deep.equal({ code: 1, json: { error } })
  })

  rule('104.14', 'transaction show finds a transaction by its id or its reference and prints all four states', {
    async 'a payout that the network has'() {
      const { json, id, transaction } = await withPayout()
      const expected = {
        code: 0,
        shown: {
          transaction_id: transaction.id,
          account_id: id,
          kind: 'payout',
          reference: 'order-1',
          phone_number: '256770000001',
          amount: 5_000,
          currency: 'UGX',
          network: 'MTN',
          state: 'pending',
          reason: null,
          network_reason: null,
          provider_id: transaction.providerId,
          provider_ref: transaction.providerRef,
          created_at: '2026-01-02T08:00:00.000Z',
          updated_at: '2026-01-02T08:00:00.000Z',
          attention: null,
          description: null,
          metadata: {},
          customer_message: null,
          customer_message_as_sent: null,
          network_receipt: null,
          annotations: [],
          event_id: null,
          next_enquiry_at: '2026-01-02T08:00:05.000Z',
        },
      }
      const show = async (...words: string[]) => {
        const { code, json: all } = await json('transaction', 'show', ...words)
        const { timeline: _, ...shown } = all
        return { code, shown }
      }
      expect(await show(transaction.id)).to.deep.equal(expected)
      expect(await show('--account', id, '--reference', 'order-1')).to.deep.equal(expected)
    },
    async 'in doubt'() {
      const { json, transaction } = await withPayout('losesRequest')
      expect((await json('transaction', 'show', transaction.id)).json).to.include({ state: 'submitting', reason: null })
    },
    async 'failed, with the reason'() {
      const { json, transaction } = await withPayout('unreachable')
      const { json: shown } = await json('transaction', 'show', transaction.id)
      expect(shown).to.include({ state: 'failed', reason: 'not_sent' })
    },
    async 'failed, with the network’s own word'() {
      const { json, sente, pay, network } = await openCommandLine()
      const reported = { outcome: 'declined', reason: 'limit_reached', networkReason: 'PAYEE_LIMIT_REACHED' } as const
      network.answersEnquiry({ ...reported, seen: {} })
      const { id } = await pay('losesAnswer')
      const shown = { reason: 'limit_reached', network_reason: 'PAYEE_LIMIT_REACHED' }
      expect((await json('transaction', 'show', id)).json).to.include(shown)
      expect((await sente('transaction', 'show', id)).out).to.match(/^Network’s word {2,}PAYEE_LIMIT_REACHED$/m)
    },
    async 'in doubt, with a word from a doubtful answer'() {
      const { json, pay, network } = await openCommandLine()
      network.answersEnquiry({ outcome: 'inDoubt', because: 'it contradicts itself', networkReason: 'LOW_FLOAT' })
      const { id } = await pay('losesAnswer')
      expect((await json('transaction', 'show', id)).json).to.include({
        state: 'submitting',
        network_reason: 'LOW_FLOAT',
      })
    },
    async succeeded() {
      const { json, transaction } = await withPayout('succeeds')
      expect((await json('transaction', 'show', transaction.id)).json.state).to.equal('succeeded')
    },
    async 'a collection'() {
      const { json, collect, caller, request } = await openCommandLine()
      const answer = await collect({ caller: await caller(), request })
      if (isRefusal(answer)) throw new Error(answer.refused)
      expect((await json('transaction', 'show', answer.transaction.id)).json.kind).to.equal('collection')
    },
  })

  rule('104.15', 'a transaction that does not exist is refused', {
    'by its id': () => isUnknown(['nothing'], () => 'There is no transaction nothing'),
    'by its reference': () =>
      isUnknown(
        ['--account', 'ID', '--reference', 'order-2'],
        (id) => `There is no transaction of account ${id} with the reference order-2`,
      ),
  })

  rule('104.16', 'audit prints the checked rows and every broken one; the exit code is 1 if there is one', {
    async 'when the books agree'() {
      const { json } = await openCommandLine()
      expect(await json('audit')).to.deep.equal({
        code: 0,
        json: { ok: true, checked: 7, broken: [], contradicted: [], since: null },
      })
    },
    async 'when a balance is not the sum of its postings'() {
      const { json, id } = await withBrokenBooks()
      const broken = [{ rule: 'balance_is_sum', row: `${id} UGX`, problem: 'available is 99999, postings make 100000' }]
      expect(await json('audit')).to.deep.equal({
        code: 1,
        json: { ok: false, checked: 7, broken, contradicted: [], since: null },
      })
    },
    async 'as text'() {
      expect(await (await openCommandLine()).sente('audit')).to.deep.equal({
        code: 0,
        out: 'The books agree; rows checked: 7\n',
        err: '',
      })
      const { code, out } = await (await withBrokenBooks()).sente('audit')
      expect(code).to.equal(1)
      expect(out).to.match(/^The books do not agree; rows checked: 7, broken: 1\n\nRule {12}Row .+ {2}Problem\n/)
      expect(out).to.match(/\nbalance_is_sum {2}.{40} {2}available is 99999, postings make 100000\n$/)
    },
    async 'a payment that its network contradicts is listed apart, not as damage'() {
      const { json, sente, store, pay } = await openCommandLine()
      const { id, accountId, currency } = await pay('succeeds')
      await store.books.atomically({ account: accountId, currency, transaction: id }, (work) => {
        const found = work.transaction(id)
        if (found) work.record({ ...found, attention: 'contradiction' })
      })
      const problem = 'it is succeeded, but its network contradicts that'
      const { code, json: found } = await json('audit')
      expect([code, found.ok, found.broken]).to.deep.equal([0, true, []])
      expect(found.contradicted).to.deep.equal([{ transaction_id: id, problem }])
      const { code: textCode, out } = await sente('audit')
      expect(textCode).to.equal(0)
      expect(out).to.match(/^The books agree; rows checked: \d+\n\nPayments that need a person, because .+: 1\n\n/)
      expect(out).to.match(/ {2}it is succeeded, but its network contradicts that\n$/)
    },
  })
})

async function fundIsRefused(rest: string[], code: string) {
  const { json, id, balance } = await openCommandLine()
  const { code: exitCode, json: answer } = await json('account', 'fund', id, ...rest)
  expect([exitCode, answer.error.code]).to.deep.equal([1, code])
  expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
}

async function withPayout(behaviour: Behaviour = 'accepts') {
  const line = await openCommandLine()
  return { ...line, transaction: await line.pay(behaviour) }
}

async function isUnknown(rest: string[], message: (id: string) => string) {
  const { json, id } = await openCommandLine()
  expect(await json('transaction', 'show', ...rest.map((word) => (word === 'ID' ? id : word)))).to.deep.equal({
    code: 1,
    json: { error: { code: 'unknown_transaction', message: message(id) } },
  })
}

async function withBrokenBooks() {
  const line = await openCommandLine()
  const { books } = line.store
  const balances = [{ accountId: line.id, currency: 'UGX', availableMinor: 99_999n, heldMinor: 0n }]
  Object.assign(line.store, {
    books: {
      ...books,
      snapshot: <T>(read: Parameters<typeof books.snapshot<T>>[0]) =>
        books.snapshot<T>((snapshot) => read({ ...snapshot, balances: () => balances })),
    },
  })
  return line
}
