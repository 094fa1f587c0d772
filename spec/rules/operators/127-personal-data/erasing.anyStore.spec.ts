import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { local } from '../../../../adapters/formats/moment.ts'
import {
  auditBooks,
  changeBatch,
  erasePersonalData,
  type FileRow,
  fileRows,
  findPersonalData,
  isRefusal,
  readEvents,
  reconcile,
  sendMoney,
  type Transaction,
  utcDays,
} from '../../../../core/sente.ts'
import { anAttempt, anEndpoint, claimOf, settled } from '../../../contracts/205-webhook-endpoints/acts.ts'
import { fund } from '../../../contracts/kit/bookActs.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { acceptedHalf, openBatches } from '../../../fixtures/batches.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

const erasure = { by: 'amina', because: 'asked for in letter 4711' }

/** A core with a payout of each kind of end, all to one number. */
async function openPayments() {
  const core = await openCore()
  const { ports, payout, pay } = core
  const phoneNumber = payout.phoneNumber
  const succeeded = await (await pay('succeeds', { reference: 'one' })).stored()
  const open = await (await pay('losesRequest', { reference: 'two' })).stored()
  const other = await (await pay('succeeds', { reference: 'three', phoneNumber: '256770000002' })).stored()
  const erase = async () => {
    const erased = await erasePersonalData(ports)({ phoneNumber, ...erasure })
    if (isRefusal(erased)) throw new Error(erased.refused)
    return erased
  }
  return { ...core, phoneNumber, succeeded, open, other, erase, find: () => findPersonalData(ports)({ phoneNumber }) }
}

const ids = (transactions: readonly Transaction[]) => transactions.map(({ id }) => id)

describe('127 Personal data', () => {
  rule('127.1', 'everything that is kept about a phone number is found: its payments of every account', {
    'of each account': async () => {
      const { ports, find, succeeded, open, payout } = await openPayments()
      const merchant = await openMerchant(ports, { name: 'Kiosk' })
      const opened = await sendMoney(ports)({
        caller: await merchant.caller(),
        request: { ...payout, ...merchant.payout },
      })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
      const { transactions, needed, erased } = await find()
      expect(ids(transactions)).to.have.members([...ids([succeeded, open]), opened.transaction.id])
      expect(ids(needed)).to.include(open.id)
      expect(erased).to.deep.equal([])
    },
    'more than a page': async () => {
      const { pay, find } = await openPayments()
      for (let count = 0; count < 100; count += 1) await pay('succeeds', { reference: `more-${count}`, amount: 500 })
      expect((await find()).transactions).to.have.length(102)
    },
  })

  rule('127.2', 'a phone number is erased from payments that have ended, and always replaced by the same pseudonym', {
    'only the number changes': async () => {
      const { ports, erase, find, succeeded, other, balance } = await openPayments()
      const before = await balance()
      const { pseudonym, transactions } = await erase()
      expect(pseudonym).to.match(/^erased-[0-9a-f]{32}$/)
      expect(ids(transactions)).to.deep.equal([succeeded.id])
      expect(await ports.books.transaction(succeeded.id)).to.deep.equal({ ...succeeded, phoneNumber: pseudonym })
      expect(await ports.books.transaction(other.id)).to.deep.equal(other)
      expect(await balance()).to.deep.equal(before)
      expect(ids((await find()).erased)).to.deep.equal([succeeded.id])
      expect((await erase()).pseudonym).to.equal(pseudonym)
    },
    'events show it too, and the books stay right': async () => {
      const { ports, account, erase } = await openPayments()
      const { pseudonym } = await erase()
      const read = await readEvents(ports)({ accountId: account.id, after: 0, limit: 9 })
      const text = JSON.stringify(read, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      expect(text).to.include(pseudonym)
      expect((await auditBooks(ports)()).broken).to.deep.equal([])
    },
    'the person and the reason are kept with the payment': async () => {
      const { ports, erase, succeeded } = await openPayments()
      await erase()
      const { annotations = [] } = (await ports.books.annotated(succeeded.id)) ?? {}
      expect(annotations.map(({ kind, text, by }) => ({ kind, text, by }))).to.deep.equal([
        { kind: 'erasure', text: erasure.because, by: 'amina' },
      ])
    },
  })

  rule('127.3', 'a payment that is open or still followed up keeps its phone number until that ends', async () => {
    const { ports, erase, open, phoneNumber, network, clock, sweep } = await openPayments()
    expect(ids((await erase()).needed)).to.deep.equal([open.id])
    expect((await ports.books.transaction(open.id))?.phoneNumber).to.equal(phoneNumber)
    network.answersEnquiry({ outcome: 'succeeded', providerRef: null } as never)
    clock.forwardMs(hourMs)
    await sweep()
    expect((await ports.books.transaction(open.id))?.state).to.equal('succeeded')
    const { transactions, needed } = await erase()
    expect([ids(transactions), needed]).to.deep.equal([[open.id], []])
  })

  rule(
    '127.4',
    'a reference stays used after its phone number was erased, and a repetition of the request is recognised',
    async () => {
      const { erase, succeeded, send, caller, payout } = await openPayments()
      await erase()
      const repeated = async (change: object) =>
        send({ caller: await caller(), request: { ...payout, reference: 'one', ...change } })
      const refused = { refused: 'duplicate_reference', transactionId: succeeded.id }
      expect(await repeated({})).to.deep.equal({ ...refused, isRepeat: true })
      expect(await repeated({ phoneNumber: '256770000003' })).to.deep.equal({ ...refused, isRepeat: false })
    },
  )

  rule('127.5', 'nothing is erased without a key for pseudonyms, or with a reason that contains the number', {
    'no key': async () => {
      const core = await openCore()
      const { pseudonym: _, ...secrets } = core.ports.secrets
      const { phoneNumber } = core.payout
      expect(await erasePersonalData({ ...core.ports, secrets })({ phoneNumber, ...erasure })).to.deep.equal({
        refused: 'no_pseudonym_key',
        message: 'SENTE_PSEUDONYM_KEY is missing: the pseudonyms of erased numbers are made from it',
      })
    },
    'the number in the reason, or none': async () => {
      const { ports, payout } = await openCore()
      for (const because of [`it is ${payout.phoneNumber}`, ' '])
        expect(await erasePersonalData(ports)({ phoneNumber: payout.phoneNumber, by: 'amina', because })).to.include({
          refused: 'malformed_explanation',
        })
    },
  })

  rule('127.6', '`sente personal-data` shows the data kept about a number, and erases it', async () => {
    const at = await openCommandLine()
    const { sente, json, pay } = at
    const ended = await pay('succeeds')
    const open = await pay('losesRequest', 'order-2')
    const number = ended.phoneNumber
    const batchId = await acceptedHalf(at, number)
    const { transactions, needed, lines } = (await json('personal-data', 'show', number)).json
    const line = { batch_id: batchId, account_id: at.id, network: 'MTN' }
    expect(lines.map(({ asked_at: _, ...shown }: Record<string, unknown>) => shown)).to.deep.equal([
      { ...line, line: 1, reference: 'line-1', state: 'refused', needed: false },
      { ...line, line: 2, reference: 'line-2', state: 'waiting', needed: true },
    ])
    expect(transactions.map((one: { transaction_id: string }) => one.transaction_id)).to.have.members(
      ids([ended, open]),
    )
    expect(needed).to.deep.equal([open.id])
    const erased = await sente('personal-data', 'erase', number, '--because', 'letter 4711')
    expect(erased.out).to.match(
      /^Erased from payments: 1, rows of files: 0, lines of batches: 1\. erased-[0-9a-f]{32} takes its place\n/,
    )
    expect(erased.out).to.include(open.id).and.include('line-2').and.not.include(number)
    const shown = await sente('personal-data', 'show', number)
    expect(shown.out).to.include(`Erased from:`).and.include(ended.id)
    expect(shown.out).to.include('In batches, without a payment:').and.include('line-2').and.not.include('line-1')
    expect((await sente('transaction', 'show', ended.id)).out)
      .to.include('letter 4711')
      .and.not.include(number)
    expect((await sente('personal-data', 'show', '0770')).code).to.equal(2)
  })

  rule(
    '127.7',
    'it is erased from the answers of a merchant’s endpoints, from the rows of networks’ files, and from lines of batches that never become payments',
    {
      'answers and files': async () => {
        const { ports, account, erase, find, phoneNumber, other } = await openPayments()
        const endpoint = anEndpoint(account.id)
        await ports.webhooks.add(endpoint, 5)
        await fund(ports, aFunding(account.id))
        const claim = claimOf('one', ports.clock.nowMs())
        await ports.webhooks.claim({ ...claim, limit: 9 })
        const answer = `no order of ${phoneNumber} or of ${other.phoneNumber}`
        await ports.webhooks.settle(endpoint.id, claim, settled({ attempts: [anAttempt(1, { answer })] }))
        const compared = await reconcile(ports)({
          ...{ digest: 'd', file: 'march.csv', network: 'MTN', profile: 'mtn-uganda', fromMs: 0, toMs: 1, by: 'amina' },
          ...{ rows: fileRows(rowsOf([phoneNumber, other.phoneNumber])), isSure: true },
        })
        if (isRefusal(compared)) throw new Error(compared.refused)
        expect((await find()).rows.map(({ file, item }) => [file, item])).to.deep.equal([['march.csv', 2]])
        const { pseudonym, rows } = await erase()
        expect(rows).to.equal(1)
        expect((await find()).rows).to.deep.equal([])
        const [attempt] = (await ports.webhooks.attempts(endpoint.id, { limit: 9 })).attempts
        expect(attempt?.answer).to.equal(`no order of ${pseudonym} or of ${other.phoneNumber}`)
        const entries = await ports.reconciliations.entries({ runId: compared.run.id, limit: 9 })
        expect(entries.map((entry) => entry.phoneNumber)).to.deep.equal([pseudonym, other.phoneNumber])
        expect((await ports.actions.list({ kind: 'personal-data.erase', limit: 1 })).actions[0]).to.include({
          subject: `reconciliation ${compared.run.id}`,
          because: erasure.because,
        })
      },
      'lines that were refused, cancelled, or paid, but no waiting line': async () => {
        const core = await openBatches()
        const phoneNumber = '256770000009'
        const { ports } = core
        core.network.behaves('succeeds')
        const asked = [{ phoneNumber, amount: 1 }, { phoneNumber }, {}]
        const paid = await core.accepted(asked, { acceptPartial: true })
        await core.pays()
        const other = asked.map((line, index) => ({ ...line, reference: `bonus-${index}` }))
        const waiting = await core.accepted(other, { acceptPartial: true, reference: 'bonus' })
        const find = async () => (await findPersonalData(ports)({ phoneNumber })).lines
        const places = (lines: Awaited<ReturnType<typeof find>>) =>
          lines.map(({ batch, line, isNeeded }) => [batch.id, line.number, isNeeded])
        expect(places(await find())).to.deep.equal([
          [waiting.id, 1, false],
          [waiting.id, 2, true],
          [paid.id, 1, false],
        ])
        const erase = async () => {
          const erased = await erasePersonalData(ports)({ phoneNumber, ...erasure })
          if (isRefusal(erased)) throw new Error(erased.refused)
          return [erased.transactions.length, erased.lines, places(erased.neededLines)]
        }
        expect(await erase()).to.deep.equal([1, 2, [[waiting.id, 2, true]]])
        await changeBatch(ports)({ caller: await core.caller(), batchId: waiting.id, change: 'cancel' })
        expect(await erase()).to.deep.equal([0, 1, []])
        expect(await find()).to.deep.equal([])
        for (const { id } of [paid, waiting]) {
          const rows = await ports.batches.lines({ batchId: id, after: 0, limit: 9 })
          const pseudonym = ports.secrets.pseudonym?.(phoneNumber)
          expect(rows.map(({ line }) => line.phoneNumber)).to.deep.equal([pseudonym, pseudonym, '256770000003'])
        }
        const [last] = (await ports.actions.list({ kind: 'personal-data.erase', limit: 1 })).actions
        expect(last).to.include({
          subject: `batch ${waiting.id}`,
          accountId: core.account.id,
          because: erasure.because,
        })
        expect(last?.after).to.include({ lines: 1 })
        await core.agree()
      },
    },
  )

  rule('127.8', '`sente personal-data list` writes every kept number into a file, each once', () =>
    inFolder(async ({ path }) => {
      const at = await openCommandLine()
      const { sente, json, pay } = at
      const [ended, other] = [await pay('succeeds'), await pay('succeeds', 'order-2')]
      await acceptedHalf(at, '256770000009')
      const file = join(path, 'numbers.csv')
      expect((await json('personal-data', 'list', file)).json).to.deep.equal({ file, phone_numbers: 2 })
      const now = local(at.clock.nowMs(), utcDays)
      expect(readFileSync(file, 'utf8').split('\r\n')).to.deep.equal([
        'phone_number,payments,rows_of_files,lines_of_batches,first_at,last_at',
        `${ended.phoneNumber},2,0,0,${local(ended.createdAtMs, utcDays)},${local(other.createdAtMs, utcDays)}`,
        `256770000009,0,0,2,${now},${now}`,
        '',
      ])
      expect(statSync(file).mode & 0o777).to.equal(0o600)
      expect((await sente('personal-data', 'list', file)).code).to.equal(1)
      await sente('personal-data', 'erase', ended.phoneNumber, '--because', 'letter 4711')
      expect((await json('personal-data', 'list', join(path, 'again.csv'))).json.phone_numbers).to.equal(1)
    }),
  )
})

function rowsOf(phoneNumbers: readonly string[]): readonly FileRow[] {
  return phoneNumbers.map((phoneNumber, index) => ({
    ...{ line: 2 + index, atMs: 1, withinMs: 1, direction: 'in', amountMinor: 5n, currency: 'UGX', phoneNumber },
    ...{ status: 'succeeded', kind: 'other', ours: null, theirs: null, feeMinor: null, balanceMinor: null },
  }))
}
