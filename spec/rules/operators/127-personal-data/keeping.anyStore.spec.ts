import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { pino } from 'pino'
import sinon from 'sinon'
import { oldNumbersLoop } from '../../../../adapters/background/oldNumbersLoop.ts'
import { memoryStore } from '../../../../adapters/memory/memory.ts'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import {
  auditBooks,
  changeBatch,
  eraseOldNumbers,
  isRefusal,
  listActions,
  type OldNumberPorts,
  recordEntry,
  type Transaction,
} from '../../../../core/sente.ts'
import { fund } from '../../../contracts/kit/bookActs.ts'
import { aFunding, anAccount, aPayout } from '../../../contracts/kit/records.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { rule, table, test } from '../../../rule.ts'
import { fromMs, openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'

const dayMs = 24 * hourMs
const days = 30
const goOn = async () => true

/**
 * A core with two payouts that have ended and one that is open, and the erasure of numbers that are thirty days old.
 */
async function openOld() {
  const core = await openCore({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })
  const { ports, pay, clock } = core
  const first = await (await pay('succeeds', { reference: 'one' })).stored()
  const other = await (await pay('succeeds', { reference: 'two', phoneNumber: '256770000002' })).stored()
  const open = await (await pay('losesRequest', { reference: 'three' })).stored()
  const erase = (change: Partial<Parameters<ReturnType<typeof eraseOldNumbers>>[0]> = {}, given: object = {}) =>
    eraseOldNumbers({ ...ports, ...given } as OldNumberPorts)({ days, goOn, ...change })
  const numberOf = async ({ id }: Transaction) => (await ports.books.transaction(id))?.phoneNumber
  const recorded = async () =>
    (await listActions(ports)({ kind: 'personal-data.retention', limit: 9 })).actions.map(({ by, because, after }) => ({
      ...{ by, because },
      ...{ payments: after?.payments, rows: after?.rows },
    }))
  clock.forwardMs(days * dayMs)
  return { ...core, first, other, open, erase, numberOf, recorded }
}

/** The result of recording a row as a payment once its number was erased. */
async function recordedAfterErasure(theirs: string | null): Promise<string> {
  const store = memoryStore()
  const { ports, compare, reconciliations, accounts, paymentLinks } = { ...store, ...(await openWorld(store)) }
  const account = anAccount()
  await accounts.add(account)
  await fund(store, aFunding(account.id))
  const row = rowOf(aPayout(account.id), 2, { theirs, atMs: fromMs })
  const { run } = await compare([row])
  await reconciliations.erasePhoneNumbers(run.id, [{ item: 2, pseudonym: 'erased-0f' }])
  const request = { runId: run.id, item: 2, accountId: account.id, reference: 'order-7' }
  const done = await recordEntry({ ...ports, paymentLinks })({ ...request, by: 'amina', because: 'ticket 4711' })
  return isRefusal(done) ? done.refused : done.transaction.state
}

describe('127 Personal data: how long phone numbers are kept', () => {
  rule(
    '127.9',
    'a setting limits the days that phone numbers are kept; older ones are erased from payments, and from lines of batches that never become payments',
    {
      'below, on and above the boundary': table(
        ['later by ms', 'payments'],
        [
          [-1, 0],
          [0, 0],
          [1, 1],
        ],
        async (laterMs, payments) => {
          const { clock, ports, pay } = await openCore()
          await pay('succeeds')
          clock.forwardMs(days * dayMs + laterMs)
          expect(await eraseOldNumbers(ports)({ days, goOn })).to.deep.equal({ payments, rows: 0, lines: 0 })
        },
      ),
      'nothing else changes, and the books stay right': async () => {
        const { ports, clock, first, erase, balance } = await openOld()
        const before = await balance()
        clock.forwardMs(1)
        expect(await erase()).to.deep.equal({ payments: 2, rows: 0, lines: 0 })
        const pseudonym = ports.secrets.pseudonym?.(first.phoneNumber) ?? ''
        expect(await ports.books.transaction(first.id)).to.deep.equal({ ...first, phoneNumber: pseudonym })
        expect(await balance()).to.deep.equal(before)
        expect((await auditBooks(ports)()).broken).to.deep.equal([])
      },
      'from lines that were refused or cancelled, and from a waiting line once it is cancelled': async () => {
        const core = await openBatches()
        const numbers = async (id: string) =>
          (await core.ports.batches.lines({ batchId: id, after: 0, limit: 9 })).map(({ line }) => line.phoneNumber)
        const asked = [{ amount: 1 }, {}]
        const waiting = await core.accepted(asked, { acceptPartial: true, reference: 'bonus' })
        core.clock.forwardMs(1)
        const cancelled = await core.accepted(asked, { acceptPartial: true })
        await changeBatch(core.ports)({ caller: await core.caller(), batchId: cancelled.id, change: 'cancel' })
        const [first = '', second = ''] = await numbers(waiting.id)
        const [one, two] = [first, second].map((number) => core.ports.secrets.pseudonym?.(number))
        const erase = async () => (await eraseOldNumbers(core.ports)({ days, goOn })).lines
        core.clock.forwardMs(days * dayMs - 1)
        expect(await erase()).to.equal(0)
        core.clock.forwardMs(2)
        expect(await erase()).to.equal(3)
        expect([await numbers(cancelled.id), await numbers(waiting.id)]).to.deep.equal([
          [one, two],
          [one, second],
        ])
        await changeBatch(core.ports)({ caller: await core.caller(), batchId: waiting.id, change: 'cancel' })
        core.clock.forwardMs(dayMs)
        expect(await erase()).to.equal(1)
        expect(await numbers(waiting.id)).to.deep.equal([one, two])
        await core.agree()
      },
      'the record has it, without a number': async () => {
        const { clock, erase, recorded } = await openOld()
        clock.forwardMs(1)
        await erase()
        expect(await recorded()).to.deep.equal([
          { by: 'sente', because: 'phone numbers are kept for 30 days', payments: 2, rows: 0 },
        ])
      },
    },
  )

  rule(
    '127.10',
    'a payment that is open or followed up keeps its number, and loses it when nobody needs it',
    async () => {
      const { clock, open, erase, numberOf, network, sweep, recorded } = await openOld()
      clock.forwardMs(1)
      await erase()
      expect(await numberOf(open)).to.equal(open.phoneNumber)
      network.answersEnquiry({ outcome: 'succeeded', providerRef: null } as never)
      clock.forwardMs(dayMs)
      await sweep()
      expect(await erase()).to.deep.equal({ payments: 1, rows: 0, lines: 0 })
      expect(await numberOf(open)).to.match(/^erased-/)
      expect(await recorded()).to.have.length(2)
    },
  )

  rule('127.11', 'each number is erased once, by the first server, and another continues the work of a killed one', {
    'two at once': async () => {
      const { clock, erase, numberOf, first, ports } = await openOld()
      clock.forwardMs(1)
      const both = await Promise.all([erase(), erase()])
      expect(both.reduce((sum, { payments }) => sum + payments, 0)).to.equal(2)
      expect(await numberOf(first)).to.equal(ports.secrets.pseudonym?.(first.phoneNumber))
    },
    'another one on the same day': async () => {
      const { clock, erase, pay, recorded } = await openOld()
      await pay('succeeds', { reference: 'four' })
      clock.forwardMs(2 * dayMs)
      expect((await erase()).payments).to.equal(2)
      clock.forwardMs(hourMs)
      expect(await erase({ days: 1 })).to.deep.equal({ payments: 0, rows: 0, lines: 0 })
      clock.forwardMs(dayMs)
      expect(await erase({ days: 1 })).to.deep.equal({ payments: 1, rows: 0, lines: 0 })
      expect(await recorded()).to.have.length(2)
    },
    'stopped after a portion': async () => {
      const { clock, erase, pay, recorded, numberOf, first } = await openOld()
      for (let count = 0; count < 200; count += 1) await pay('succeeds', { reference: `more-${count}`, amount: 500 })
      clock.forwardMs(days * dayMs + 1)
      expect(await erase({ goOn: async () => false })).to.deep.equal({ payments: 200, rows: 0, lines: 0 })
      expect([await recorded(), await numberOf(first)]).to.deep.equal([[], first.phoneNumber])
      expect(await erase()).to.deep.equal({ payments: 2, rows: 0, lines: 0 })
    },
  })

  rule('127.12', 'a reference stays used, and a repetition of the request is recognised', async () => {
    const { clock, erase, send, caller, payout, first } = await openOld()
    clock.forwardMs(1)
    await erase()
    const repeated = await send({ caller: await caller(), request: { ...payout, reference: 'one' } })
    expect(repeated).to.deep.equal({ refused: 'duplicate_reference', transactionId: first.id, isRepeat: true })
  })

  rule(
    '127.13',
    'the numbers in networks’ files are erased, too: the same number of days after they were compared, and their sums stay',
    async () => {
      const { ports, paid, compare, reconciliations } = await openWorld()
      const payment = await paid()
      const { run } = await compare([
        rowOf(payment, 2, { theirs: payment.providerRef }),
        rowOf(payment, 3, { phoneNumber: '256770000009' }),
        rowOf(payment, 4, { phoneNumber: null, theirs: 'fee', kind: 'fee' }),
      ])
      const erase = () => eraseOldNumbers(ports as never)({ days, goOn })
      ports.clock.forwardMs(days * dayMs)
      expect((await erase()).rows).to.equal(0)
      const before = await reconciliations.entries({ runId: run.id, limit: 9 })
      ports.clock.forwardMs(1)
      expect((await erase()).rows).to.equal(2)
      const after = await reconciliations.entries({ runId: run.id, limit: 9 })
      const pseudonym = (number: string | null) => number && ports.secrets.pseudonym?.(number)
      expect(after).to.deep.equal(before.map((one) => ({ ...one, phoneNumber: pseudonym(one.phoneNumber) })))
      expect(await reconciliations.run(run.id)).to.deep.equal(run)
    },
  )

  rule('127.14', 'a payment with an erased number is still matched with its row in a file without ids', async () => {
    const { ports, paid, compare, books } = await openWorld()
    const followUp = { ...aPayout('').followUp, askAtMs: null }
    const payment = await paid({ providerRef: null, followUp })
    const other = await paid({ providerRef: null, followUp, phoneNumber: '256770000002' })
    ports.clock.forwardMs(365 * dayMs)
    await eraseOldNumbers(ports as never)({ days, goOn })
    expect((await books.transaction(payment.id))?.phoneNumber).to.match(/^erased-/)
    const { entries } = await compare([rowOf(payment, 2), rowOf(other, 3)])
    expect(entries.map(({ bucket, transactionId }) => [bucket, transactionId])).to.deep.equal([
      ['matched', payment.id],
      ['matched', other.id],
    ])
  })

  rule('127.15', 'a start with the setting, but without a key for pseudonyms, is refused', () => {
    const read = (change: object) => readSandboxSettings({ SENTE_PHONE_NUMBER_DAYS: '365', ...change }).phoneNumberDays
    expect(() => read({})).to.throw(
      'SENTE_PSEUDONYM_KEY is missing: the pseudonyms of the phone numbers that SENTE_PHONE_NUMBER_DAYS erases are made from it',
    )
    expect(read({ SENTE_PSEUDONYM_KEY: randomBytes(32).toString('hex') })).to.equal(365)
    expect(() => read({ SENTE_PHONE_NUMBER_DAYS: '0' })).to.throw('a whole number of days from 1 to 36500')
  })

  rule('127.16', 'a row without an id and with an erased number is not recorded as a forgotten payment', {
    'without an id': async () => expect(await recordedAfterErasure(null)).to.equal('row_not_recordable'),
    'with one': async () => expect(await recordedAfterErasure('their-7')).to.equal('succeeded'),
  })

  test('old numbers are looked for a minute after a start, then every hour, and not while the clock is known to be wrong', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let [looks, isRight] = [0, false]
      const erase = async () => {
        looks += 1
        return { payments: 0, rows: 0, lines: 0 }
      }
      const log = pino({ level: 'silent' })
      const loop = oldNumbersLoop(erase, { days, isClockRight: () => isRight, log })
      await timers.tickAsync(60_000)
      expect(looks).to.equal(0)
      isRight = true
      await timers.tickAsync(hourMs)
      expect(looks).to.equal(1)
      await timers.tickAsync(hourMs - 1)
      expect(looks).to.equal(1)
      await timers.tickAsync(1)
      expect(looks).to.equal(2)
      await loop.stop()
      await timers.tickAsync(2 * hourMs)
      expect(looks).to.equal(2)
    } finally {
      timers.restore()
    }
  })
})
