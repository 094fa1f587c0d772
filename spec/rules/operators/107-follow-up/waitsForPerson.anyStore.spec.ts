import { expect } from 'chai'
import {
  type Attention,
  type Enquired,
  type FileRow,
  fileRows,
  isRefusal,
  type Kind,
  reconcile,
  resolveEntries,
  type Transaction,
} from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { declined, inDoubt, notFound, pending, succeeded } from '../../../fixtures/doubt.ts'
import { rule, table } from '../../../rule.ts'
import { rowOf } from '../120-reconciliation/paidWorld.ts'

type Way = Extract<Kind, 'payout' | 'collection'>

/** A payment in doubt, an hour later. */
async function openDoubt(kind: Way = 'payout') {
  const core = await openCore()
  core.network.answersEnquiry(inDoubt)
  core.network.behaves('losesAnswer')
  const { pin: _, ...request } = core.payout
  const caller = await core.caller()
  const opened =
    kind === 'payout' ? await core.send({ caller, request: core.payout }) : await core.collect({ caller, request })
  if (isRefusal(opened)) throw new Error(opened.refused)
  await opened.outcome
  core.clock.forwardMs(hourMs)
  const { id } = opened.transaction
  const stored = async () => {
    const found = await core.ports.books.transaction(id)
    if (!found) throw new Error('it is gone')
    return found
  }
  let files = 0
  return {
    ...core,
    id,
    stored,
    notes: async () => (await annotationsOf(core.ports.books, id)).map(({ kind, text }) => `${kind}: ${text}`),
    async answers(answer: Enquired, times = 1): Promise<Transaction> {
      for (let nth = 0; nth < times; nth += 1) {
        core.network.answersEnquiry(answer)
        core.clock.forwardMs(hourMs)
        await core.sweep()
      }
      return stored()
    },
    /** Compares a file with the payment in this state; returns the id of the comparison. */
    async compare(status: FileRow['status']): Promise<string> {
      const payment = await stored()
      files += 1
      const toMs = core.clock.nowMs()
      const done = await reconcile(core.ports)({
        ...{ file: 'march.csv', digest: `digest ${files}`, network: 'MTN', profile: 'mtn-uganda', by: 'amina' },
        ...{ fromMs: payment.createdAtMs - hourMs, toMs },
        rows: fileRows([rowOf(payment, 2, { ours: payment.providerId, status })]),
      })
      if (isRefusal(done)) throw new Error(done.message)
      return done.run.id
    },
  }
}

type Doubt = Awaited<ReturnType<typeof openDoubt>>

const otherAmount = { ...succeeded, seen: { amountMinor: 1n } }
const reversed = { outcome: 'reversed', providerRef: 'their 7', seen: {} } as const satisfies Enquired

/** The cause of each mark. */
const marks: Readonly<Record<Attention, (doubt: Doubt) => Promise<unknown>>> = {
  overdue: ({ answers }) => answers(inDoubt, 25),
  async vanished({ answers }) {
    await answers(pending)
    await answers(notFound, 6)
  },
  mismatch: ({ answers }) => answers(otherAmount),
  evidence_paid: ({ compare }) => compare('succeeded'),
  evidence_unpaid: ({ compare }) => compare('failed'),
  contradiction: ({ answers }) => answers(reversed),
}

/** The state of the payment afterwards, and its mark. */
const stands = ({ state, attention }: Transaction) => `${state} ${attention}`

describe('107 The follow-up: payments that wait for a person', () => {
  rule(
    '107.83',
    'evidence in its network’s file keeps a payment open, with its money, until the network says the same',
    {
      'a payout that is paid in the file, and that the network does not know': async () => {
        const { compare, answers, balance, notes } = await openDoubt()
        await compare('succeeded')
        expect(stands(await answers(notFound, 30))).to.equal('submitting evidence_paid')
        expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
        expect(await notes()).to.deep.equal([
          "evidence: line 2 of MTN's file march.csv has succeeded, and the books have submitting",
          'contradiction: the network does not know the payment, which waits for a person: evidence_paid',
        ])
        expect(stands(await answers(succeeded))).to.equal('succeeded null')
        expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
      },
      'a collection likewise, credited when the network says so': async () => {
        const { compare, answers, balance } = await openDoubt('collection')
        await compare('succeeded')
        expect(stands(await answers(notFound, 30))).to.equal('submitting evidence_paid')
        expect(stands(await answers(succeeded))).to.equal('succeeded null')
        expect(await balance()).to.deep.equal({ available: 105_000n, held: 0n })
      },
      'one that the network then declines': async () => {
        const { compare, answers, balance, notes, alarms } = await openDoubt()
        await compare('succeeded')
        expect(stands(await answers(declined, 3))).to.equal('submitting contradiction')
        expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
        expect((await notes()).slice(1)).to.deep.equal([
          'contradiction: the network reported declined, and the payment waits for a person: evidence_paid',
        ])
        expect(alarms).to.deep.equal(['contradiction'])
      },
      'one that was overdue before, or had another mark': async () => {
        for (const mark of ['overdue', 'mismatch'] as const) {
          const doubt = await openDoubt()
          await marks[mark](doubt)
          await doubt.compare('succeeded')
          expect(stands(await doubt.answers(notFound, 30)), mark).to.equal('submitting evidence_paid')
        }
      },
      'one with opposite states in two files': async () => {
        const { compare, answers } = await openDoubt()
        await compare('succeeded')
        await compare('failed')
        for (const answer of [succeeded, declined]) {
          expect((await answers(answer)).attention).to.equal('contradiction')
        }
      },
    },
  )

  rule(
    '107.84',
    'a payment that waits for a person ends only by an answer that settles its mark',
    table(
      ['mark', 'the network says', 'after it'],
      [
        ['overdue', 'succeeded', 'succeeded null'],
        ['overdue', 'declined', 'failed null'],
        ['overdue', 'not known', 'failed null'],
        ['vanished', 'succeeded', 'succeeded null'],
        ['vanished', 'declined', 'failed null'],
        ['vanished', 'not known', 'pending vanished'],
        ['mismatch', 'succeeded', 'succeeded null'],
        ['mismatch', 'declined', 'submitting contradiction'],
        ['mismatch', 'not known', 'submitting mismatch'],
        ['evidence_paid', 'succeeded', 'succeeded null'],
        ['evidence_paid', 'declined', 'submitting contradiction'],
        ['evidence_paid', 'not known', 'submitting evidence_paid'],
        ['evidence_paid', 'another amount', 'submitting evidence_paid'],
        ['evidence_unpaid', 'succeeded', 'pending contradiction'],
        ['evidence_unpaid', 'declined', 'failed null'],
        ['evidence_unpaid', 'not known', 'submitting evidence_unpaid'],
        ['contradiction', 'succeeded', 'pending contradiction'],
        ['contradiction', 'declined', 'pending contradiction'],
        ['contradiction', 'not known', 'pending contradiction'],
        ['contradiction', 'another amount', 'pending contradiction'],
      ] as const,
      async (mark, says, expected) => {
        const doubt = await openDoubt()
        await marks[mark](doubt)
        expect((await doubt.stored()).attention).to.equal(mark)
        const answer = { succeeded, declined, 'not known': notFound, 'another amount': otherAmount }[says]
        const found = await doubt.answers(answer, says === 'not known' ? 30 : 1)
        expect(stands(found)).to.equal(expected)
        const held = { submitting: 5_000n, pending: 5_000n, succeeded: 0n, failed: 0n }[found.state]
        expect((await doubt.balance()).held).to.equal(held)
      },
    ),
  )

  rule('107.85', 'a person ends a waiting payment, also by its row', async () => {
    const { compare, answers, ports, stored, balance } = await openDoubt()
    const runId = await compare('succeeded')
    await answers(declined)
    const request = { runId, endPayments: true, by: 'brian', because: 'as the file says' }
    const done = await resolveEntries(ports)(request)
    expect(isRefusal(done) ? done : done.payments).to.deep.equal([(await stored()).id])
    expect(stands(await stored())).to.equal('succeeded null')
    expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
  })
})
