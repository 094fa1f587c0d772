import { expect } from 'chai'
import {
  type BookedFees,
  bookFees,
  type FeesTakenRequest,
  type FileRow,
  findBookedFees,
  findFeesTaken,
  isBookedOtherwise,
  isRefusal,
  makeChange,
  type Run,
} from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'
import { openFourEyes } from '../126-actions/fourEyes.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The first day of the files; the clock is three weeks later. */
const firstMs = Date.UTC(2026, 0, 2)
const at = (day: number, hour = 0) => firstMs + day * dayMs + hour * hourMs

/** A core, and files with fees that are compared with its books. */
async function openFees() {
  const core = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 1_000_000n]]) })
  core.clock.forwardMs(21 * dayMs)
  const { compare } = await openWorld(core.ports, core.clock)
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: firstMs }))
  const fee = (atMs: number, amountMinor: bigint, change: Partial<FileRow> = {}): FileRow => ({
    ...rowOf(template, 2, { kind: 'fee', phoneNumber: null, amountMinor, direction: 'out', ...change }),
    atMs,
  })
  let files = 0
  const compared = async (days: readonly [number, number], rows: readonly FileRow[], of: Partial<Run> = {}) => {
    files += 1
    const change = { fromMs: at(days[0]), toMs: at(days[1]), digest: `fees ${files}`, ...of }
    const lines = rows.map((row, nth) => ({ ...row, line: nth + 2 }))
    return (await compare(lines, change)).run
  }
  const request = (runId: string, change: Partial<FeesTakenRequest> = {}) => ({ runId, ...change, ...core.who })
  const book = async (runId: string, change: Partial<FeesTakenRequest> = {}): Promise<BookedFees> => {
    const done = await bookFees(core.ports)(request(runId, change))
    if (isRefusal(done)) throw new Error(done.refused)
    return done
  }
  const codeOf = async (runId: string) => {
    const done = await bookFees(core.ports)(request(runId))
    return isRefusal(done) ? done.refused : done.booked
  }
  const moves = () => core.ports.operatorMoney.moves({ limit: 99 })
  /** The balance of an account of the operator in shillings, by its moves. */
  const sum = async (account: string) =>
    Number((await core.ports.operatorMoney.moved()).find((one) => one.account === account)?.minor ?? 0n)
  return { ...core, fee, compared, book, codeOf, moves, sum }
}

describe('128 The operator’s own money: fees of networks', () => {
  rule(
    '128.21',
    'when a person books the fees of a comparison, each day’s fees move from the network’s float to the paid fees',
    {
      'fees taken, less fees given back': async () => {
        const { fee, compared, book, moves, sum, all } = await openFees()
        const rows = [
          fee(at(0, 1), 500n),
          fee(at(0, 23), 20n),
          fee(at(1, 9), 70n),
          fee(at(1, 10), 30n, { direction: 'in' }),
        ]
        const run = await compared([0, 2], [...rows, fee(at(1), 9n, { status: 'failed' })])
        expect([await sum('fees_paid'), await sum('float:MTN:disbursement')]).to.deep.equal([0, 0])
        const { booked, rowsOutside } = await book(run.id)
        expect([booked, rowsOutside]).to.deep.equal([2, 0])
        expect([await sum('fees_paid'), await sum('float:MTN:disbursement')]).to.deep.equal([560, -560])
        const [second, first] = await moves()
        expect(first).to.include({
          ...{
            reference: 'fees-2026-01-02-UGX-float:MTN:disbursement',
            kind: 'adjust',
            amountMinor: 520n,
            by: 'brian',
          },
          because: "fees of 2026-01-02 in MTN's file export.csv: ticket 4711",
        })
        expect(second).to.include({ amountMinor: 40n, from: 'float:MTN:disbursement', to: 'fees_paid' })
        const actions = (await all()).slice(0, 2).map(({ kind, subject }) => [kind, subject])
        expect(actions).to.deep.equal([second, first].map((move) => ['float.adjust', `move ${move?.reference}`]))
      },
      'a day with more given back than taken': async () => {
        const { fee, compared, book, sum } = await openFees()
        await book((await compared([0, 1], [fee(at(0), 5n), fee(at(0), 12n, { direction: 'in' })])).id)
        expect([await sum('fees_paid'), await sum('float:MTN:disbursement')]).to.deep.equal([-7, 7])
      },
      'the float that is named, and exists': async () => {
        const { fee, compared, book, sum, ports, who } = await openFees()
        const run = await compared([0, 1], [fee(at(0), 5n)])
        const unknown = await bookFees(ports)({ runId: run.id, product: 'none' as never, ...who })
        expect(unknown).to.include({ refused: 'unknown_currency' })
        await book(run.id, { product: 'collection' })
        expect([await sum('float:MTN:collection'), await sum('fees_paid')]).to.deep.equal([-5, 5])
      },
      'more rows than are read at once, the earliest day first': async () => {
        const { fee, compared, book, sum } = await openFees()
        const many = Array.from({ length: 1_001 }, () => fee(at(0, 1), 1n))
        const { days } = await book((await compared([0, 2], [fee(at(1), 7n), ...many])).id)
        expect(days.map(({ minor }) => minor)).to.deep.equal([1_001n, 7n])
        expect(await sum('fees_paid')).to.equal(1_008)
      },
      'nothing for a row between our own wallets, nor for a day with the same amount given back': async () => {
        const { fee, compared, book, moves } = await openFees()
        const rows = [fee(at(0), 5n), fee(at(0), 5n, { direction: 'in' }), fee(at(1), 9n, { direction: 'between' })]
        const { booked, days } = await book((await compared([0, 2], rows)).id)
        expect([booked, days.map(({ minor, move }) => [minor, move])]).to.deep.equal([
          0,
          [
            [0n, null],
            [0n, null],
          ],
        ])
        expect(await moves()).to.deep.equal([])
      },
      'not without who, and why': async () => {
        const { fee, compared, ports, who, moves } = await openFees()
        const { id: runId } = await compared([0, 1], [fee(at(0), 5n)])
        const refused = async (change: object) => bookFees(ports)({ runId, ...who, ...change })
        expect(await refused({ by: '' })).to.include({ refused: 'malformed_name' })
        expect(await refused({ because: 'x'.repeat(500) })).to.include({ refused: 'malformed_explanation' })
        expect(await moves()).to.deep.equal([])
      },
      'the answer lists the booked fees': async () => {
        const { fee, compared, book, ports } = await openFees()
        const airtels = await compared([0, 2], [fee(at(0), 5n)], { network: 'AIRTEL', profile: 'airtel-uganda' })
        expect((await book(airtels.id)).booked).to.equal(1)
        const run = await compared([0, 2], [fee(at(0), 5n), fee(at(1), 6n)])
        expect(await findBookedFees(ports)({ run })).to.deep.equal([])
        const found = await findFeesTaken(ports)({ runId: run.id })
        if (isRefusal(found)) throw new Error(found.refused)
        expect(found.days.map(isBookedOtherwise)).to.deep.equal([false, false])
        const { days } = await book(run.id)
        const reported = days.map((day) => ({ ...day, minor: null }))
        const booked = await findBookedFees(ports)({ run })
        expect(booked).to.deep.equal(reported)
        expect([...days, ...booked].map(isBookedOtherwise)).to.deep.equal([false, false, false, false])
        expect(days.map((day) => isBookedOtherwise({ ...day, minor: 7n }))).to.deep.equal([true, true])
      },
    },
  )

  rule('128.22', 'the fees of a day are booked once, whichever files have it, in whatever order', {
    'the same file again': async () => {
      const { fee, compared, book, sum, moves } = await openFees()
      const run = await compared([0, 1], [fee(at(0), 5n)])
      await book(run.id)
      expect((await book(run.id)).booked).to.equal(0)
      expect([await sum('fees_paid'), (await moves()).length]).to.deep.equal([5, 1])
    },
    'files that overlap, without ids, at once and again': async () => {
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { fee, compared, book, sum } = await openFees()
        const random = seeded(seed)
        const rows = Array.from({ length: 60 }, () => fee(at(0, random(24 * 14)), BigInt(1 + random(4))))
        const spans = Array.from({ length: 5 }, () => [random(12), random(12)].sort((one, other) => one - other))
        const runs: { from: number; to: number; run: Run }[] = []
        for (const [from = 0, to = 0] of spans.map(([from = 0, to = 0]) => [from, to + 1])) {
          // A file has more than its time, as exports do.
          const own = rows.filter(({ atMs }) => atMs >= at(from, -6) && atMs < at(to, 6))
          if (own.length > 0) runs.push({ from, to, run: await compared([from, to], own) })
        }
        const ids = [...runs, ...runs].map(({ run }) => run.id)
        await Promise.all(ids.map((id) => book(id).catch(({ message }) => expect(message).to.equal('no_such_entries'))))
        const covered = rows.filter(({ atMs }) => runs.some(({ from, to }) => atMs >= at(from) && atMs < at(to)))
        const expected = covered.reduce((total, { amountMinor }) => total + Number(amountMinor), 0)
        expect([seed, await sum('fees_paid')]).to.deep.equal([seed, expected])
      }
    },
    'another file that says another amount': async () => {
      const { fee, compared, book, sum } = await openFees()
      await book((await compared([0, 1], [fee(at(0), 5n)])).id)
      const { booked, days } = await book((await compared([0, 2], [fee(at(0), 6n), fee(at(1), 1n)])).id)
      expect([booked, await sum('fees_paid')]).to.deep.equal([1, 6])
      expect(days.map(({ minor, move }) => [minor, move?.amountMinor])).to.deep.equal([
        [6n, 5n],
        [1n, 1n],
      ])
    },
    'after a crash between two days': async () => {
      const { fee, compared, book, sum, ports } = await openFees()
      const run = await compared([0, 3], [fee(at(0), 5n), fee(at(1), 6n), fee(at(2), 7n)])
      const { move } = ports.operatorMoney
      let moves = 0
      ports.operatorMoney.move = (...given) => {
        moves += 1
        return moves === 2 ? Promise.reject(new Error('crash')) : move(...given)
      }
      expect(await book(run.id).catch(({ message }: Error) => message)).to.equal('crash')
      expect(await sum('fees_paid')).to.equal(5)
      expect((await book(run.id)).booked).to.equal(2)
      expect(await sum('fees_paid')).to.equal(18)
    },
  })

  rule('128.23', 'only days are booked that the comparison covers whole, and that were over when it was made', {
    'half a day at each end': async () => {
      const { fee, compared, book, sum } = await openFees()
      const run = await compared([0.5, 2.5], [fee(at(0, 13), 5n), fee(at(1, 13), 6n), fee(at(2, 1), 7n)])
      const { booked, rowsOutside } = await book(run.id)
      expect([booked, rowsOutside, await sum('fees_paid')]).to.deep.equal([1, 2, 6])
    },
    'a day that goes on': async () => {
      const { fee, compared, codeOf, sum } = await openFees()
      const run = await compared([20, 23], [fee(at(20), 5n), fee(at(21), 6n)])
      expect([await codeOf(run.id), await sum('fees_paid')]).to.deep.equal([1, 5])
    },
    nothing: table(
      ['run', 'answer'],
      [
        ['without fees', 'no_such_entries'],
        ['unknown', 'unknown_reconciliation'],
      ],
      async (which, answer) => {
        const { fee, compared, codeOf } = await openFees()
        const run = await compared([0, 1], [fee(at(0), 5n, { kind: 'other' })])
        expect(await codeOf(which === 'unknown' ? 'none' : run.id)).to.equal(answer)
      },
    ),
  })

  rule('128.24', 'fees above an amount wait for a second person, and are booked once by one approval', {
    'with one action that ends the proposal': async () => {
      const { fee, compared, propose, approve, sum, all } = await openFees()
      const run = await compared([0, 2], [fee(at(0), 600_000n), fee(at(1), 400_001n)])
      const proposal = await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })
      expect([proposal > 0, await sum('fees_paid')]).to.deep.equal([true, 0])
      const both = await Promise.all([approve(proposal), approve(proposal)])
      expect(both.sort()).to.deep.equal(['proposal_ended', 'reconcile.book-fees'])
      expect(await sum('fees_paid')).to.equal(1_000_001)
      const approved = (await all()).filter(({ approvedBy }) => approvedBy === 'amina')
      expect(approved.map(({ kind, proposal }) => [kind, proposal])).to.deep.equal([
        ['float.adjust', proposal],
        ['float.adjust', null],
      ])
    },
    'as a change that is made at once, it returns the booked fees': async () => {
      const { fee, compared, ports, who } = await openFees()
      const run = await compared([0, 1], [fee(at(0), 5n)])
      const made = await makeChange(ports)({
        change: { kind: 'reconcile.book-fees', request: { runId: run.id } },
        ...who,
      })
      const booked = 'fees' in made ? made.fees : undefined
      expect(booked?.days.map(({ minor, move }) => [minor, move?.amountMinor])).to.deep.equal([[5n, 5n]])
    },
    'up to the amount one is enough': async () => {
      const { fee, compared, propose, sum } = await openFees()
      const run = await compared([0, 2], [fee(at(0), 600_000n), fee(at(1), 400_000n)])
      expect(await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })).to.equal(0)
      expect(await sum('fees_paid')).to.equal(1_000_000)
    },
    'fees booked before do not count': async () => {
      const { fee, compared, propose, sum } = await openFees()
      const before = await compared([0, 1], [fee(at(0), 600_000n)])
      expect(await propose({ kind: 'reconcile.book-fees', request: { runId: before.id } })).to.equal(0)
      const run = await compared([0, 2], [fee(at(0), 600_000n), fee(at(1), 400_001n)])
      expect(await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })).to.equal(0)
      expect(await sum('fees_paid')).to.equal(1_000_001)
    },
    'fees given back count like fees taken': async () => {
      const { fee, compared, propose } = await openFees()
      const run = await compared([0, 1], [fee(at(0), 1_000_001n, { direction: 'in' })])
      expect(await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })).to.be.above(0)
    },
    'none of an unknown comparison': async () => {
      const { ports, who } = await openFees()
      const change = { kind: 'reconcile.book-fees', request: { runId: 'none' } } as const
      expect(await makeChange(ports)({ change, ...who })).to.include({ refused: 'unknown_reconciliation' })
    },
    'fees booked meanwhile are not booked again, and the proposal ends': async () => {
      const { fee, compared, propose, approve, book, sum } = await openFees()
      const run = await compared([0, 2], [fee(at(0), 600_000n), fee(at(1), 400_001n)])
      const proposal = await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })
      await book(run.id)
      expect(await approve(proposal)).to.equal('reconcile.book-fees')
      expect(await sum('fees_paid')).to.equal(1_000_001)
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
    'fees booked meanwhile with another amount are unchanged, and the proposal ends': async () => {
      const { fee, compared, propose, approve, book, sum } = await openFees()
      const run = await compared([0, 2], [fee(at(0), 600_000n), fee(at(1), 400_001n)])
      const proposal = await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })
      await book((await compared([0, 2], [fee(at(0), 600_000n), fee(at(1), 5n)])).id)
      expect(await approve(proposal)).to.equal('reconcile.book-fees')
      expect(await sum('fees_paid')).to.equal(600_005)
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
    'fees given back and booked meanwhile end the proposal, too': async () => {
      const { fee, compared, propose, approve, book, sum } = await openFees()
      const run = await compared([0, 1], [fee(at(0), 1_000_001n, { direction: 'in' })])
      const proposal = await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })
      await book(run.id)
      expect(await approve(proposal)).to.equal('reconcile.book-fees')
      expect(await sum('fees_paid')).to.equal(-1_000_001)
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
    'a crash before the last leaves a proposal that is approved again': async () => {
      const { fee, compared, propose, approve, sum, ports } = await openFees()
      const run = await compared([0, 2], [fee(at(0), 600_000n), fee(at(1), 400_001n)])
      const proposal = await propose({ kind: 'reconcile.book-fees', request: { runId: run.id } })
      const { move } = ports.operatorMoney
      let moves = 0
      ports.operatorMoney.move = (...given) => {
        moves += 1
        return moves === 2 ? Promise.reject(new Error('crash')) : move(...given)
      }
      expect(await approve(proposal).catch(({ message }: Error) => message)).to.equal('crash')
      expect(await approve(proposal)).to.equal('reconcile.book-fees')
      expect(await sum('fees_paid')).to.equal(1_000_001)
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
  })
})

/** Whole numbers below a bound, the same for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
