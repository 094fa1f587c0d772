import { expect } from 'chai'
import {
  type Classification,
  classifyEntry,
  type FileRow,
  type ForgottenPayment,
  isRefusal,
  makeChange,
  type Run,
  recordEntry,
} from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openFourEyes } from '../126-actions/fourEyes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

type GivenStore = Parameters<typeof openFourEyes>[1]

/** A core, and files of one portal with a row of the same moment. */
async function openPortal(store: GivenStore = {}) {
  const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 10_000_000n]]) }, store)
  const { compare } = await openWorld(at.ports)
  const nowMs = at.clock.nowMs()
  const minute = Math.floor((nowMs - hourMs) / minuteMs) * minuteMs
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: minute }))
  const topUp = { kind: 'other', phoneNumber: null, direction: 'in', amountMinor: 70_000n } as const
  /** Compares a file of rows that are top-ups, in minutes and without ids unless they say otherwise. */
  const exported = async (changes: readonly Partial<FileRow>[], run: Partial<Run> = {}) => {
    const rows = changes.map((change, nth) => rowOf(template, nth + 2, { ...topUp, atMs: minute, ...change }))
    return (await compare(rows, { fromMs: nowMs - 2 * hourMs, toMs: nowMs, ...run })).run.id
  }
  const classify = async (runId: string, change: Partial<Classification> = {}) => {
    const done = await classifyEntry(at.ports)({ runId, item: 2, as: 'top-up', ...change, ...at.who })
    return isRefusal(done) ? done.refused : (done.moved?.move.reference ?? 'noted')
  }
  const record = async (runId: string, change: Partial<ForgottenPayment> = {}) => {
    const given = { runId, item: 2, accountId: at.accountId, reference: 'lost-1', ...change }
    const done = await recordEntry(at.ports)({ ...given, ...at.who })
    return isRefusal(done) ? done.refused : done.transaction.id
  }
  const bankMinor = async () =>
    (await at.ports.operatorMoney.moved()).find(({ account }) => account === 'bank')?.minor ?? 0n
  return { ...at, minute, exported, classify, record, bankMinor }
}

type Portal = Awaited<ReturnType<typeof openPortal>>

const seconds = ({ minute }: Portal): Partial<FileRow> => ({
  atMs: minute + 17_000,
  withinMs: 1_000,
  theirs: 'their-7',
})

/** An example on each kind of store. */
function onEveryStore(example: (portal: Portal) => Promise<unknown>) {
  return Object.fromEntries(
    Object.entries(stores).map(([name, open]) => [
      name,
      async () => {
        const store = await open()
        try {
          await example(await openPortal(store as GivenStore))
        } finally {
          await store.close?.()
        }
      },
    ]),
  )
}

describe('120 Reconciliation: rows that look like those of another file', () => {
  rule(
    '120.72',
    'a row like one in another file that has moved money moves none, until a person names that row as a different one',
    {
      ...onEveryStore(async (portal) => {
        const { exported, classify, bankMinor, ports, last } = portal
        const inMinutes = await exported([{}])
        const first = await classify(inMinutes)
        const inSeconds = await exported([seconds(portal)])
        const refused = await classifyEntry(ports)({ runId: inSeconds, item: 2, as: 'top-up', ...portal.who })
        expect(refused).to.deep.equal({
          refused: 'row_alike',
          message:
            `The row may already be in the books: entry 2 of reconciliation ${inMinutes}, ` +
            `line 2 of MTN's file export.csv, became ${first}, by brian. If it is the same, resolve this entry as such; ` +
            `if it is another, name ${first} as the record that it differs from`,
        })
        expect(await bankMinor()).to.equal(-70_000n)
        const second = await classify(inSeconds, { anotherThan: [first] })
        expect([second === first, await bankMinor()]).to.deep.equal([false, -140_000n])
        const reported = { entry: 2, as: 'top-up', move: second, another_than: [first] }
        expect((await last())?.after).to.deep.equal(reported)
      }),
      ...Object.fromEntries(
        Object.entries(
          onEveryStore(async (portal) => {
            const { exported, classify, bankMinor } = portal
            const runs = [await exported([{}]), await exported([seconds(portal)])]
            const answers = await Promise.all(runs.map((runId) => classify(runId)))
            expect(answers.filter((answer) => answer === 'row_alike')).to.have.length(1)
            expect(await bankMinor()).to.equal(-70_000n)
          }),
        ).map(([name, example]) => [`two at once, ${name}`, example]),
      ),
      'which rows do': table(
        ['the other row', 'answer'],
        [
          ['in the second before the minute', 'moved'],
          ['in its first second', 'row_alike'],
          ['in its last second', 'row_alike'],
          ['in the second after it', 'moved'],
          ['of another amount', 'moved'],
          ['the other way', 'moved'],
          ['without a direction', 'row_alike'],
          ['of a person', 'row_alike'],
          ['with an id of another kind of file', 'row_alike'],
        ] as const,
        async (row, answer) => {
          const { exported, classify, minute } = await openPortal()
          await classify(await exported([{ theirs: 'their-7' }]))
          const changes: { readonly [row: string]: Partial<FileRow> } = {
            'in the second before the minute': { atMs: minute - 1_000 },
            'in its last second': { atMs: minute + 59_000 },
            'in the second after it': { atMs: minute + 60_000 },
            'of another amount': { amountMinor: 70_001n },
            'the other way': { direction: 'out' },
            'without a direction': { direction: 'between' },
            'of a person': { phoneNumber: '256770000001' },
            'with an id of another kind of file': { theirs: 'their-8' },
          }
          const runId = await exported([{ withinMs: 1_000, ...changes[row] }], { profile: 'another' })
          const done = await classify(runId, row === 'the other way' ? { as: 'liquidation' } : {})
          expect(done.replace(/^row-.*/, 'moved')).to.equal(answer)
        },
      ),
      'not one with another id in the same kind of file, or of another person': async () => {
        const { exported, classify, bankMinor } = await openPortal()
        await classify(await exported([{ theirs: 'their-7', phoneNumber: '256770000001' }]))
        await classify(await exported([{ theirs: 'their-8', phoneNumber: '256770000001' }]))
        await classify(await exported([{ ours: 'our-9', phoneNumber: '256770000002' }]))
        expect(await bankMinor()).to.equal(-210_000n)
      },
      'nor two of one file': async () => {
        const { exported, classify, bankMinor } = await openPortal()
        const runId = await exported([{}, {}])
        await classify(runId)
        await classify(runId, { item: 3 })
        expect(await bankMinor()).to.equal(-140_000n)
      },
      'also when the earlier one was classified as a move that was already recorded': async () => {
        const portal = await openPortal()
        const { exported, classify, bankMinor } = portal
        await classify(await exported([{}]), { reference: 'bank-7' })
        expect(await classify(await exported([seconds(portal)]))).to.equal('row_alike')
        expect(await classify(await exported([seconds(portal)]), { reference: 'bank-7' })).to.equal('bank-7')
        expect(await bankMinor()).to.equal(-70_000n)
      },
      'and when a crash came before that was noted': async () => {
        const portal = await openPortal()
        const { exported, classify, ports } = portal
        const { note } = ports.reconciliations
        ports.reconciliations.note = () => Promise.reject(new Error('crash'))
        await classify(await exported([{}])).catch(() => undefined)
        ports.reconciliations.note = note
        expect(await classify(await exported([seconds(portal)]))).to.equal('row_alike')
      },
      'when a proposal is approved': async () => {
        const portal = await openPortal()
        const { exported, classify, propose, approve, ports, who } = portal
        const large = { amountMinor: 20_000_000n }
        const request = { runId: await exported([large]), item: 2, as: 'top-up' } as const
        const proposal = await propose({ kind: 'reconcile.classify', request })
        const inSeconds = await exported([{ ...seconds(portal), ...large }])
        const done = await classify(inSeconds)
        expect(await approve(proposal)).to.equal('row_alike')
        const change = { kind: 'reconcile.classify', request: { ...request, anotherThan: [done] } } as const
        const again = await makeChange(ports)({ change, ...who })
        expect('proposal' in again && (await approve(again.proposal.proposed.number))).to.equal('reconcile.classify')
      },
    },
  )

  rule(
    '120.73',
    'a row like one in another file that was recorded as a payment is recorded only when that row is named as a different one',
    {
      ...onEveryStore(async (portal) => {
        const { exported, record, ports, accountId } = portal
        const payment = { kind: 'payment', theirs: 'their-7', phoneNumber: '256770000009' } as const
        const second = { ...payment, ...seconds(portal), theirs: 'receipt-7' }
        const runs = [await exported([payment]), await exported([second], { profile: 'another' })] as const
        const first = await record(runs[0])
        expect(await record(runs[0])).to.equal(first)
        expect(await record(runs[1], { reference: 'lost-2' })).to.equal('row_alike')
        const other = await record(runs[1], { reference: 'lost-2', anotherThan: [first] })
        expect((await ports.books.transaction(other))?.reference).to.equal('lost-2')
        const { transactions } = await ports.books.list({ accountId, limit: 9 })
        expect(transactions.map(({ id }) => id).sort()).to.deep.equal([first, other].sort())
      }),
      'two at once': async () => {
        const portal = await openPortal()
        const { exported, record } = portal
        const payment = { kind: 'payment', theirs: 'their-7', phoneNumber: '256770000009' } as const
        const runs = [
          await exported([payment]),
          await exported([{ ...payment, ...seconds(portal), theirs: 'receipt-7' }], { profile: 'another' }),
        ]
        const answers = await Promise.all(runs.map((runId, nth) => record(runId, { reference: `lost-${nth}` })))
        expect(answers.filter((answer) => answer === 'row_alike')).to.have.length(1)
      },
    },
  )
})
