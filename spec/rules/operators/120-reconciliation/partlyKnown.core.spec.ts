import { expect } from 'chai'
import type { FileRow } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { fromMs, openWorld, rowOf } from './paidWorld.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('120 Reconciliation: rows that show less', () => {
  rule('120.84', 'a number that the file masks confirms a payment with the row’s id, and never chooses one', {
    'a row with an id': table(
      ['the number', 'the bucket'],
      [
        ['25677*****001', 'matched'],
        ['25677*001', 'matched'],
        ['****0001', 'matched'],
        ['2567700*', 'matched'],
        ['25677*****009', 'amount_differs'],
        ['25678*****001', 'amount_differs'],
        ['256770000001*', 'amount_differs'],
      ],
      async (phoneNumber, bucket) => {
        const { paid, compare } = await openWorld()
        const payment = await paid({ phoneNumber: '256770000001' })
        const { entries } = await compare([rowOf(payment, 2, { phoneNumber, theirs: payment.providerRef })])
        expect(entries.map((entry) => entry.bucket)).to.deep.equal([bucket])
      },
    ),
    'a row without an id, or with an unknown one': table(
      ['its id', 'the buckets', 'why'],
      [
        [null, 'ambiguous missing_there', 'it has no id, and only a part of a number'],
        ['unknown', 'missing_here missing_there', 'no payment here has its id'],
      ],
      async (theirs, buckets, why) => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const { entries } = await compare([rowOf(payment, 2, { phoneNumber: '25677*****001', theirs })])
        expect(entries.map(({ bucket }) => bucket).join(' ')).to.equal(buckets)
        expect(entries[0]?.why).to.equal(why)
      },
    ),
  })

  rule('120.85', 'a row without a time of day belongs to any moment of its day', {
    'and of the minute before and after it': table(
      ['opened after the beginning of the day, in hours', 'the buckets'],
      [
        [-1 / 50, 'missing_here missing_there'],
        [-1 / 70, 'matched'],
        [0, 'matched'],
        [23.9, 'matched'],
        [24, 'matched'],
        [24.02, 'missing_here missing_there'],
      ],
      async (hours, buckets) => {
        const { paid, compare } = await openWorld()
        const createdAtMs = fromMs + dayMs + hours * hourMs
        const payment = await paid({ createdAtMs, updatedAtMs: createdAtMs, providerRef: null })
        const { entries } = await compare([rowOf(payment, 2, { atMs: fromMs + dayMs, withinMs: dayMs })])
        expect(entries.map(({ bucket }) => bucket).join(' ')).to.equal(buckets)
      },
    ),
    'also if the payments of a day are more than are read at once': async () => {
      const { paid, compare } = await openWorld()
      const rows: FileRow[] = []
      for (let nth = 0; nth < 1_200; nth += 1) {
        const payment = await paid({
          createdAtMs: fromMs + Math.floor((nth * 2 * dayMs) / 1_200),
          amountMinor: BigInt(1_000 + nth),
          providerRef: null,
        })
        const atMs = payment.updatedAtMs - (payment.updatedAtMs % dayMs)
        rows.push(rowOf(payment, nth + 2, { atMs, withinMs: dayMs }))
      }
      expect((await compare(rows)).buckets).to.deep.equal([])
    },
  })

  rule('120.86', 'a row that moves the same amount back under the same id takes the payment back, in either order', {
    'a row of its own': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid()
      const own = { theirs: payment.providerRef }
      for (const [paidLine, line] of [
        [2, 3],
        [3, 2],
      ] as const) {
        const { entries } = await compare([
          rowOf(payment, paidLine, own),
          rowOf(payment, line, { ...own, direction: 'in' }),
        ])
        const found = Object.fromEntries(entries.map((entry) => [entry.line, [entry.bucket, entry.status, entry.why]]))
        expect(found).to.deep.equal({
          [paidLine]: ['matched', 'succeeded', `line ${line} takes it back`],
          [line]: ['state_differs', 'reversed', 'reversed in the file, succeeded in the books'],
        })
      }
    },
    'and other rows with the id do not': table(
      ['the other row', 'its bucket'],
      [
        ['of another amount', 'duplicate_there'],
        ['in the same direction', 'duplicate_there'],
        ['that failed', 'duplicate_there'],
        ['of a fee', 'fee'],
      ],
      async (what, bucket) => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const changes: Record<string, Partial<FileRow>> = {
          'of another amount': { amountMinor: 4_999n, direction: 'in' },
          'in the same direction': {},
          'that failed': { status: 'failed', direction: 'in' },
          'of a fee': { kind: 'fee', amountMinor: 27n },
        }
        const own = { theirs: payment.providerRef }
        const rows = [rowOf(payment, 3, own), rowOf(payment, 2, { ...own, ...changes[what] })]
        const { entries } = await compare(what === 'in the same direction' ? rows.toReversed() : rows)
        const found = entries.map((entry) => entry.bucket)
        expect(found.toSorted()).to.deep.equal([bucket, 'matched'].toSorted())
      },
    ),
  })

  rule('120.87', 'a file that hardly belongs to its network or period is only shown, until a person is sure', {
    reasons: table(
      ['the file', 'the reason'],
      [
        ['of its payments', null],
        ['with half of its payments unknown', null],
        ['with most of its payments unknown', 'the books lack 2 of its 3 payments'],
        ['without one of two payments', null],
        ['without most payments', 'it lacks 2 of 3 payments of the period'],
        ['of another month', 'it has no row of the period; it lacks 2 of 2 payments of the period'],
        ['that its reader doubts', 'another wallet'],
      ],
      async (what, reason) => {
        const { paid, compare, reconciliations, books } = await openWorld()
        const payments = [await paid(), await paid({ createdAtMs: fromMs + hourMs, amountMinor: 7_000n })]
        const theirs = (nth: number) => payments[nth]?.providerRef ?? null
        const row = (nth: number, change: Partial<FileRow> = {}) =>
          rowOf(payments[nth] as never, nth + 2, { theirs: theirs(nth), ...change })
        const unknown = (line: number) => row(0, { line, theirs: `unknown ${line}` })
        if (what === 'without most payments') await paid({ createdAtMs: fromMs + 2 * hourMs })
        const rows: Record<string, readonly FileRow[]> = {
          'with half of its payments unknown': [row(0), unknown(8)],
          'with most of its payments unknown': [row(0), unknown(8), unknown(9)],
          'without one of two payments': [row(0)],
          'without most payments': [row(0)],
          'of another month': [row(0, { theirs: null, atMs: fromMs - 40 * dayMs })],
        }
        const doubts = what === 'that its reader doubts' ? ['another wallet'] : []
        const own = rows[what] ?? [row(0), row(1)]
        const shown = await compare(own, { isSure: false, doubts })
        const expected = reason === null ? [] : reason.split('; ')
        const isMissing = what === 'of another month' ? ['the books lack 1 of its 1 payments'] : []
        expect([...shown.unlikely].sort()).to.deep.equal([...expected, ...isMissing].sort())
        expect([shown.isStored, (await reconciliations.runs({ limit: 9 })).length]).to.deep.equal(
          reason === null ? [true, 1] : [false, 0],
        )
        expect(shown.run.ended?.rows).to.equal(own.length)
        if (reason === null) return
        const sure = await compare(own, { isSure: true, doubts })
        expect([sure.isStored, sure.unlikely]).to.deep.equal([true, shown.unlikely])
        expect(sure.run.ended?.totals).to.deep.equal(shown.run.ended?.totals)
        expect((await books.annotated(payments[0]?.id ?? ''))?.annotations).to.deep.equal([])
      },
    ),
    'and no payment is marked by it': async () => {
      const { paid, compare, books } = await openWorld()
      const payment = await paid()
      const rows = [rowOf(payment, 2, { theirs: payment.providerRef, status: 'failed' })]
      const others = [3, 4].map((line) => rowOf(payment, line, { theirs: `unknown ${line}` }))
      await compare([...rows, ...others], { isSure: false })
      expect((await books.annotated(payment.id))?.annotations).to.deep.equal([])
    },
    'also one of more than 10,000 rows, of which the first decide': async () => {
      const { paid, compare, reconciliations } = await openWorld()
      const payment = await paid()
      const own = { theirs: payment.providerRef }
      const rows = Array.from({ length: 10_500 }, (_, nth) =>
        rowOf(payment, nth + 2, nth === 0 ? own : { theirs: `unknown ${nth}`, amountMinor: BigInt(6_000 + nth) }),
      )
      const shown = await compare(rows, { isSure: false })
      expect([shown.isStored, shown.unlikely]).to.deep.equal([false, ['the books lack 9999 of its 10000 payments']])
      const missing = ({ totals = [] }: { totals?: readonly { rows: number }[] }) => totals.map((one) => one.rows)
      expect(missing(shown.run.ended ?? {})).to.deep.equal([1, 10_499])
      expect(await reconciliations.runs({ limit: 9 })).to.deep.equal([])
      const sure = await compare(rows)
      expect([sure.isStored, sure.entries.length, missing(sure.run.ended ?? {})]).to.deep.equal([
        true,
        10_500,
        [1, 10_499],
      ])
    },
    'rows before and after the period are counted': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid()
      const { outside } = await compare([
        rowOf(payment, 2, { atMs: fromMs - 60_000 }),
        rowOf(payment, 3, { atMs: fromMs - 59_999 }),
        rowOf(payment, 4, { atMs: fromMs + 3 * dayMs - 1 }),
        rowOf(payment, 5, { atMs: fromMs + 3 * dayMs }),
      ])
      expect(outside).to.equal(2)
    },
  })

  rule(
    '120.88',
    'a file that was compared for another network or period is compared again once that is withdrawn',
    async () => {
      const { paid, compare, reconciliations } = await openWorld()
      const payment = await paid()
      const rows = [rowOf(payment, 2, { theirs: payment.providerRef })]
      const { run } = await compare(rows, { digest: 'd' })
      const message = `amina has compared this file with MTN or for another period: withdraw reconciliation ${run.id} to compare it again`
      for (const change of [{ network: 'AIRTEL' }, { fromMs: fromMs - 1 }, { toMs: fromMs + dayMs }])
        await compare(rows, { digest: 'd', ...change }).then(
          () => expect.fail('it was compared'),
          (error: Error) => expect(error.message).to.equal(message),
        )
      await reconciliations.withdraw(run.id, { by: 'amina', because: 'a mistake', atMs: fromMs })
      expect((await compare(rows, { digest: 'd', network: 'AIRTEL' })).already).to.equal(false)
    },
  )
})
