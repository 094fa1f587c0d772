import { expect } from 'chai'
import {
  eraseOldNumbers,
  erasePersonalData,
  findPersonalData,
  listPhoneNumbers,
  withoutNumber,
} from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'

const dayMs = 24 * hourMs
const days = 30

/** A core with 201 payouts, a file with three rows that no payment explains, and a cancelled batch of two lines. */
async function openOld() {
  const core = await openBatches({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })
  const { ports, clock, pay, accepted, changed } = core
  const opened = []
  for (let nth = 0; nth < 201; nth += 1) opened.push(await pay('succeeds', { reference: `order-${nth}`, amount: 500 }))
  const first = await Promise.all(opened.slice(0, 3).map(({ stored }) => stored()))
  const { compare } = await openWorld(ports, clock)
  clock.forwardMs(dayMs)
  const [fromMs, toMs] = [clock.nowMs(), clock.nowMs() + hourMs]
  await compare(
    first.map((payment, nth) => rowOf(payment, nth + 2, { atMs: fromMs })),
    { fromMs, toMs },
  )
  const batch = await accepted([{}, {}])
  await changed(batch.id, 'cancel')
  clock.forwardMs(days * dayMs + 1)
  return {
    ...core,
    /** Erases until it has asked this many times whether to go on. */
    async erase(asks = Number.POSITIVE_INFINITY) {
      let asked = 0
      const goOn = async () => {
        asked += 1
        return asked < asks
      }
      return eraseOldNumbers(ports)({ days, goOn })
    },
    left: () => listPhoneNumbers(ports)(),
    reported: async () =>
      (await ports.actions.list({ kind: 'personal-data.retention', limit: 9 })).actions.map(({ after }) => after),
  }
}

describe('127 Personal data: erasing', () => {
  rule(
    '127.20',
    'an interrupted erasure of old numbers writes no action, and continues with the numbers that are left',
    table(
      ['asks before it stops', 'payments', 'rows', 'lines'],
      [
        [1, 200, 0, 2],
        [2, 201, 0, 2],
        [3, 201, 3, 2],
        [4, 201, 3, 2],
      ],
      async (asks, payments, rows, lines) => {
        const { clock, erase, left, reported } = await openOld()
        expect(await erase(asks)).to.deep.equal({ payments, rows, lines })
        expect(await reported()).to.deep.equal([])
        const rest = { payments: 201 - payments, rows: 3 - rows, lines: 2 - lines }
        expect(await erase()).to.deep.equal(rest)
        expect(await left()).to.deep.equal([])
        const beforeMs = clock.nowMs() - days * dayMs
        const until = { opened_before_ms: beforeMs, compared_before_ms: beforeMs, asked_before_ms: beforeMs }
        expect(await reported()).to.deep.equal(rest.payments + rest.rows > 0 ? [{ ...rest, ...until }] : [])
      },
    ),
  )

  rule(
    '127.21',
    'the erasure of a number is an action for each payment, file and batch that had it, under the pseudonym',
    async () => {
      const core = await openBatches()
      const { ports, clock, pay, accepted, changed, account } = core
      const phoneNumber = '256770000009'
      const opened = [
        await pay('succeeds', { phoneNumber, reference: 'one' }),
        await pay('succeeds', { reference: 'two' }),
      ]
      const [own, other] = await Promise.all(opened.map(({ stored }) => stored()))
      if (!own || !other) throw new Error('not paid')
      const batch = await accepted([{ phoneNumber }, {}])
      await changed(batch.id, 'cancel')
      clock.forwardMs(hourMs)
      const { compare } = await openWorld(ports, clock)
      const rows = [own, other].map((payment, nth) => rowOf(payment, nth + 2))
      const { run } = await compare(rows, { fromMs: clock.nowMs() - 2 * hourMs, toMs: clock.nowMs() })
      const before = (await ports.actions.list({ limit: 99 })).actions.length
      const erase = () => erasePersonalData(ports)({ phoneNumber, by: 'amina', because: 'letter 4711' })
      const erased = await erase()
      if ('refused' in erased) throw new Error(erased.message)
      const { pseudonym, transactions, needed, rows: erasedRows, lines, neededLines } = erased
      expect([transactions, needed]).to.deep.equal([[own], []])
      expect([erasedRows, lines, neededLines]).to.deep.equal([1, 1, []])
      const { actions } = await ports.actions.list({ limit: 99 })
      const made = actions.slice(0, actions.length - before)
      for (const action of made)
        expect(action).to.include({ kind: 'personal-data.erase', by: 'amina', because: 'letter 4711', before: null })
      expect(made.map(({ subject, accountId, after }) => ({ subject, accountId, after }))).to.deep.equal([
        { subject: `batch ${batch.id}`, accountId: account.id, after: { phone_number: pseudonym, lines: 1 } },
        { subject: `reconciliation ${run.id}`, accountId: null, after: { phone_number: pseudonym, rows: 1 } },
        { subject: `transaction ${own.id}`, accountId: account.id, after: { phone_number: pseudonym } },
      ])
      expect(await erase()).to.include({ rows: 0, lines: 0 })
      expect((await ports.actions.list({ limit: 99 })).actions).to.deep.equal(actions)
    },
  )

  rule('127.22', 'a number is found and erased anywhere among more rows than are read at once', {
    'lines of a batch, and batches': async () => {
      const core = await openBatches()
      const { ports, accepted, changed } = core
      const phoneNumber = '256770000777'
      const many = Array.from({ length: 501 }, (_, nth) => ({
        reference: `line-${nth}`,
        ...(nth === 500 && { phoneNumber }),
      }))
      const batches = [
        await accepted(many.map((line) => ({ ...line, amount: 1 })).concat([{ reference: 'good', amount: 500 }]), {
          acceptPartial: true,
        }),
      ]
      for (let nth = 0; nth < 50; nth += 1) batches.push(await accepted([{}], { reference: `batch-${nth}` }))
      for (const { id } of batches) await changed(id, 'cancel')
      const { lines } = await findPersonalData(ports)({ phoneNumber })
      expect(lines.map(({ batch, line }) => [batch.id, line.number])).to.deep.equal([[batches[0]?.id, 501]])
      const erased = await erasePersonalData(ports)({ phoneNumber, by: 'amina', because: 'letter 4711' })
      expect(erased).to.include({ lines: 1 })
    },
    'rows of a file': async () => {
      const { ports, clock, pay } = await openBatches()
      const paid = await (await pay('succeeds')).stored()
      clock.forwardMs(hourMs)
      const { compare } = await openWorld(ports, clock)
      const rows = Array.from({ length: 1_001 }, (_, nth) =>
        rowOf(paid, nth + 2, { phoneNumber: String(256_771_000_000 + nth), theirs: `their-${nth}` }),
      )
      await compare(rows, { fromMs: clock.nowMs() - 2 * hourMs, toMs: clock.nowMs() })
      const phoneNumber = '256771001000'
      expect((await findPersonalData(ports)({ phoneNumber })).rows.map(({ item }) => item)).to.deep.equal([1_002])
      const erased = await erasePersonalData(ports)({ phoneNumber, by: 'amina', because: 'letter 4711' })
      expect(erased).to.include({ rows: 1 })
    },
  })

  rule(
    '127.23',
    'the rows of an interrupted comparison keep their numbers for a day, and are then erased',
    async () => {
      const { ports, clock, pay } = await openBatches()
      const paid = await (await pay('succeeds', { phoneNumber: '256770000009' })).stored()
      const run = {
        id: 'run',
        digest: 'a',
        file: 'march.csv',
        network: 'MTN',
        profile: 'mtn-uganda',
        by: 'amina',
      } as const
      await ports.reconciliations.begin({
        ...run,
        fromMs: 0,
        toMs: 1,
        begunAtMs: clock.nowMs(),
        ended: null,
        withdrawn: null,
      })
      const result = { item: 2, bucket: 'missing_here', transactionId: null, why: null } as const
      await ports.reconciliations.add(run.id, [{ ...rowOf(paid, 2), ...result }])
      const erase = async () => {
        const { phoneNumber } = paid
        const erased = await erasePersonalData(ports)({ phoneNumber, by: 'amina', because: 'letter 4711' })
        return 'refused' in erased ? erased.message : erased.rows
      }
      clock.forwardMs(dayMs)
      expect(await erase()).to.equal(0)
      clock.forwardMs(1)
      expect(await erase()).to.equal(1)
    },
  )

  rule('127.24', 'in texts a number is erased as networks write it: whole, and without the code of its country', () => {
    const erased = (phoneNumber: string, text: string) => withoutNumber(text, { phoneNumber, pseudonym: 'erased-0f' })
    const text = '{"to":"256770000009","msisdn":"770000009"} 0770000009, +256 770000009, 256770000008, 77000000'
    expect(erased('256770000009', text)).to.equal(
      '{"to":"erased-0f","msisdn":"erased-0f"} 0erased-0f, +256 erased-0f, 256770000008, 77000000',
    )
    expect(erased('77000000', 'to 77000000')).to.equal('to erased-0f')
  })
})
