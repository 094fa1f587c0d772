import { expect } from 'chai'
import {
  bookFees,
  classifyEntry,
  type FileRow,
  fileRows,
  findReconciliation,
  isRefusal,
  reconcile,
  recordEntry,
  resolveEntries,
  withdrawReconciliation,
} from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { declined, inDoubt, succeeded } from '../../../fixtures/doubt.ts'
import { rule, table } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openActions } from '../126-actions/changes.ts'
import { openFourEyes } from '../126-actions/fourEyes.ts'
import { bucketsOf, openWorld, rowOf } from './paidWorld.ts'

const who = { by: 'brian', because: 'the file of the other wallet' }

type World = Awaited<ReturnType<typeof openWorld>>

type Ports = Parameters<typeof withdrawReconciliation>[0]

const withdrawn = async ({ ports }: { readonly ports: Ports }, runId: string) => {
  const done = await withdrawReconciliation(ports)({ runId, ...who })
  return isRefusal(done) ? done.refused : done.comparison.withdrawn?.because
}

/** An example on each kind of store. */
function onEveryStore(example: (world: World) => Promise<unknown>) {
  return Object.fromEntries(
    Object.entries(stores).map(([name, open]) => [
      name,
      async () => {
        const store = await open()
        try {
          await example(await openWorld(store))
        } finally {
          await store.close?.()
        }
      },
    ]),
  )
}

/** A payout in doubt, an hour later, and files with a row of it. */
async function openDoubt() {
  const core = await openCore()
  core.network.answersEnquiry(inDoubt)
  const doubt = await core.pay('losesAnswer')
  core.clock.forwardMs(hourMs)
  const payment = await doubt.stored()
  let files = 0
  async function compare(status: FileRow['status'], onStaged: () => Promise<unknown> = async () => {}) {
    files += 1
    const { add } = core.ports.reconciliations
    const reconciliations = {
      ...core.ports.reconciliations,
      async add(...asked: Parameters<typeof add>) {
        await add(...asked)
        await onStaged()
      },
    }
    const done = await reconcile({ ...core.ports, reconciliations })({
      ...{ file: 'march.csv', digest: `digest ${files}`, network: 'MTN', profile: 'mtn-uganda', by: 'amina' },
      ...{ fromMs: payment.createdAtMs - hourMs, toMs: core.clock.nowMs() },
      rows: fileRows([rowOf(payment, 2, { ours: payment.providerId, status })]),
    })
    if (isRefusal(done)) throw new Error(done.message)
    return done.run.id
  }
  const reported = async (answer: Parameters<typeof core.network.answersEnquiry>[0]) => {
    core.network.answersEnquiry(answer)
    await core.hint({ transactionId: doubt.id })
  }
  const marks = async () => {
    const { state, attention, reported } = await doubt.stored()
    return [state, attention, reported]
  }
  const texts = async () =>
    (await annotationsOf(core.ports.books, doubt.id)).map(({ kind, text }) => `${kind}: ${text}`)
  return { ...core, ...doubt, compare, reported, marks, texts, withdraw: (runId: string) => withdrawn(core, runId) }
}

const evidence = "evidence: line 2 of MTN's file march.csv has succeeded, and the books have submitting"
const takenBack = "withdrawn: the comparison with MTN's file march.csv was withdrawn: the file of the other wallet"

describe('120 Reconciliation: files that were wrong', () => {
  rule('120.74', 'a withdrawn comparison counts nowhere, and its file can be compared again', {
    ...onEveryStore(async (world) => {
      const { paid, compare, reconciliations, ports } = world
      const payment = await paid()
      const rows = [rowOf(payment, 2), rowOf(payment, 3, { theirs: 'their-7' })]
      const { run } = await compare(rows, { digest: 'the file' })
      const figures = async () => ({
        exceptions: await reconciliations.exceptions(),
        listed: (await reconciliations.findExceptions({ isOpen: true, limit: 9 })).length,
        about: (await reconciliations.about(payment.id)).length,
        confirmed: (await reconciliations.confirmed({ fromMs: 0 })).map(({ confirmedMinor }) => confirmedMinor),
        compared: (await reconciliations.compared({ afterMs: 0 })).length,
      })
      const before = await figures()
      expect([before.listed, before.about, before.confirmed]).to.deep.equal([1, 1, [5_000n]])
      expect(await withdrawn(world, run.id)).to.equal('the file of the other wallet')
      expect(await figures()).to.deep.equal({ exceptions: [], listed: 0, about: 0, confirmed: [0n], compared: 0 })
      expect(await reconciliations.run(run.id)).to.deep.equal({
        ...run,
        withdrawn: { by: 'brian', because: 'the file of the other wallet', atMs: ports.clock.nowMs() },
      })
      const again = await compare(rows, { digest: 'the file' })
      expect([again.already, again.run.id === run.id, await figures()]).to.deep.equal([false, false, before])
      const [action] = (await ports.actions.list({ limit: 9, kind: 'reconcile.withdraw' })).actions
      expect(action).to.deep.include({
        ...{ by: 'brian', because: 'the file of the other wallet', subject: `reconciliation ${run.id}` },
        after: { file: 'export.csv', digest: 'the file', network: 'MTN' },
      })
    }),
    'its exceptions can be seen, but no longer decided': async () => {
      const { ports, accountId, who: brian } = await openActions()
      const { compare, paid } = await openWorld(ports)
      const payment = await paid({ createdAtMs: ports.clock.nowMs() - hourMs })
      const rows = [
        rowOf(payment, 2, { theirs: 'their-7' }),
        rowOf(payment, 3, { kind: 'other', direction: 'in' }),
        rowOf(payment, 4, { kind: 'fee' }),
      ]
      const { run } = await compare(rows, { fromMs: 0, toMs: ports.clock.nowMs() })
      await withdrawReconciliation(ports)({ runId: run.id, ...brian })
      const of = { runId: run.id, ...brian }
      const answers = [
        await resolveEntries(ports)({ ...of, endPayments: false }),
        await recordEntry(ports)({ ...of, item: 2, accountId, reference: 'lost-1' }),
        await classifyEntry(ports)({ ...of, item: 3, as: 'top-up' }),
        await bookFees(ports)(of),
      ]
      const message = `Reconciliation ${run.id} was withdrawn by brian: ticket 4711`
      for (const answer of answers) expect(answer).to.deep.equal({ refused: 'reconciliation_withdrawn', message })
      const found = await findReconciliation(ports)({ runId: run.id, limit: 9 })
      expect(isRefusal(found) ? found : bucketsOf(found.entries)).to.include.members([
        'missing_here',
        'not_ours',
        'fee',
      ])
    },
    'a running comparison cannot be withdrawn, and one interrupted a day ago can': async () => {
      const world = await openWorld()
      const { reconciliations, ports } = world
      const run = { id: 'run-1', digest: 'd', file: 'march.csv', network: 'MTN', profile: 'mtn-uganda', by: 'amina' }
      const begun = { ...run, fromMs: 0, toMs: 1, begunAtMs: ports.clock.nowMs(), ended: null, withdrawn: null }
      await reconciliations.begin(begun)
      expect(await withdrawn(world, 'run-1')).to.equal('unknown_reconciliation')
      expect(await withdrawn(world, 'run-2')).to.equal('unknown_reconciliation')
      ports.clock.forwardMs(24 * hourMs + 1)
      expect(await withdrawn(world, 'run-1')).to.equal('the file of the other wallet')
    },
  })

  rule('120.75', 'marks that only a withdrawn comparison made are removed, with a note beside the payment', {
    ...onEveryStore(async (world) => {
      const { paid, compare, books } = world
      const open = await paid({ state: 'pending' })
      const ended = await paid({ state: 'succeeded' })
      const { run } = await compare(
        [open, ended].map((payment, nth) =>
          rowOf(payment, nth + 2, {
            ...{ theirs: payment.providerRef, status: 'failed' },
          }),
        ),
      )
      const marks = async () =>
        Promise.all([open, ended].map(async ({ id }) => (await books.transaction(id))?.attention))
      expect(await marks()).to.deep.equal(['evidence_unpaid', 'contradiction'])
      expect(await withdrawn(world, run.id)).to.equal('the file of the other wallet')
      expect(await marks()).to.deep.equal([null, null])
      for (const { id } of [open, ended]) {
        const [, reported, ...others] = await annotationsOf(books, id)
        expect([reported?.kind, reported?.by, reported?.runId, others]).to.deep.equal([
          'withdrawn',
          'brian',
          run.id,
          [],
        ])
      }
    }),
    'so that the network’s own answer ends the payment again': async () => {
      const { compare, withdraw, reported, marks, texts } = await openDoubt()
      const runId = await compare('succeeded')
      await reported(declined)
      expect(await marks()).to.deep.equal(['submitting', 'contradiction', null])
      await withdraw(runId)
      expect(await marks()).to.deep.equal(['submitting', null, null])
      await reported(declined)
      expect(await marks()).to.deep.equal(['failed', null, null])
      expect([(await texts())[0], (await texts()).at(-1)]).to.deep.equal([evidence, takenBack])
    },
    'not when another file says the same': async () => {
      const { compare, withdraw, marks, texts } = await openDoubt()
      const [first, second] = [await compare('succeeded'), await compare('succeeded')]
      await withdraw(first)
      expect(await marks()).to.deep.equal(['submitting', 'evidence_paid', null])
      await withdraw(second)
      expect(await marks()).to.deep.equal(['submitting', null, null])
      expect(await texts()).to.deep.equal([evidence, takenBack])
    },
    'when two files contradict each other, the mark of the other is left': async () => {
      const { compare, withdraw, marks } = await openDoubt()
      const wrong = await compare('failed')
      await compare('succeeded')
      expect(await marks()).to.deep.equal(['submitting', 'contradiction', null])
      await withdraw(wrong)
      expect(await marks()).to.deep.equal(['submitting', 'evidence_paid', null])
    },
    'nor when another comparison relies on it that is running meanwhile': async () => {
      const { compare, withdraw, marks } = await openDoubt()
      const wrong = await compare('succeeded')
      await compare('succeeded', () => withdraw(wrong))
      expect(await marks()).to.deep.equal(['submitting', 'evidence_paid', null])
    },
    'nor when the network’s own answers say so': table(
      ['it says', 'when', 'left'],
      [
        ['another amount', 'before the file', 'mismatch'],
        ['another amount', 'after it', 'mismatch'],
        ['taken back', 'before the file', 'contradiction'],
        ['taken back', 'after it', 'contradiction'],
      ] as const,
      async (says, when, mark) => {
        const { compare, withdraw, reported, marks } = await openDoubt()
        const answer =
          says === 'taken back'
            ? ({ outcome: 'reversed', providerRef: 'late', seen: {} } as const)
            : ({ outcome: 'mismatch', because: 'another amount' } as const)
        if (when === 'before the file') await reported(answer)
        const runId = await compare('succeeded')
        if (when === 'after it') await reported(answer)
        await withdraw(runId)
        expect((await marks()).slice(1)).to.deep.equal([mark, mark])
      },
    ),
    'nor of an ended payment that a report contradicted after the file': async () => {
      const { compare, withdraw, reported, marks } = await openDoubt()
      await reported(succeeded)
      const runId = await compare('failed')
      expect(await marks()).to.deep.equal(['succeeded', 'contradiction', null])
      await reported({ outcome: 'reversed', providerRef: 'late', seen: {} })
      await withdraw(runId)
      expect(await marks()).to.deep.equal(['succeeded', 'contradiction', 'contradiction'])
    },
    'after a crash, when it is withdrawn again': async () => {
      const { compare, withdraw, marks, ports, texts } = await openDoubt()
      const runId = await compare('succeeded')
      const { annotated } = ports.books
      ports.books.annotated = () => Promise.reject(new Error('crash'))
      expect(await withdraw(runId).catch((error: Error) => error.message)).to.equal('crash')
      ports.books.annotated = annotated
      expect(await marks()).to.deep.equal(['submitting', 'evidence_paid', null])
      for (let times = 0; times < 2; times += 1) await withdraw(runId)
      expect(await marks()).to.deep.equal(['submitting', null, null])
      expect(await texts()).to.deep.equal([evidence, takenBack])
      expect((await ports.actions.list({ limit: 9, kind: 'reconcile.withdraw' })).actions).to.have.length(1)
    },
  })

  rule('120.76', 'a comparison is not withdrawn once it was the reason to move money, or to end or record a payment', {
    'a payment that was ended': async () => {
      const { compare, ports, id, marks } = await openDoubt()
      const runId = await compare('succeeded')
      await resolveEntries(ports)({ runId, endPayments: true, by: 'brian', because: 'as the file says' })
      const message = `Reconciliation ${runId} stands: decisions because of it concern transaction ${id}`
      const refused = { refused: 'reconciliation_decided', message }
      expect(await withdrawReconciliation(ports)({ runId, ...who })).to.deep.equal(refused)
      expect(await marks()).to.deep.equal(['succeeded', null, null])
      expect((await ports.reconciliations.run(runId))?.withdrawn).to.equal(null)
    },
    'a payment that was recorded, a top-up, and fees': async () => {
      const at = await openActions()
      const { compare, paid } = await openWorld(at.ports)
      const payment = await paid({ createdAtMs: at.clock.nowMs() - 49 * hourMs })
      const other = { kind: 'other', direction: 'in', theirs: 'their-8' } as const
      const { run } = await compare(
        [rowOf(payment, 2, { theirs: 'their-7' }), rowOf(payment, 3, other), rowOf(payment, 4, { kind: 'fee' })],
        { fromMs: at.clock.nowMs() - 99 * hourMs, toMs: at.clock.nowMs() },
      )
      const of = { runId: run.id, ...at.who }
      const recorded = await recordEntry(at.ports)({ ...of, item: 2, accountId: at.accountId, reference: 'lost-1' })
      const classified = await classifyEntry(at.ports)({ ...of, item: 3, as: 'top-up' })
      await bookFees(at.ports)(of)
      if (isRefusal(recorded) || isRefusal(classified)) throw new Error('they are not refused')
      const done = await withdrawReconciliation(at.ports)(of)
      expect('refused' in done && done.message.split(' concern ')[1]?.split(', ').slice(0, 2)).to.deep.equal([
        `transaction ${recorded.transaction.id}`,
        `move ${classified.moved?.move.reference}`,
      ])
      expect('refused' in done && done.message.split(', ')[2]).to.match(/^move fees-/)
    },
    'of a withdrawal and a decision at once, one is made': async () => {
      const at = await openActions()
      const { compare, paid } = await openWorld(at.ports)
      const payment = await paid({ createdAtMs: at.clock.nowMs() - hourMs })
      const { run } = await compare([rowOf(payment, 2, { kind: 'other', direction: 'in' })], { fromMs: 0, toMs: 1 })
      const of = { runId: run.id, ...at.who }
      const answers = await Promise.all([
        classifyEntry(at.ports)({ ...of, item: 2, as: 'top-up' }),
        withdrawReconciliation(at.ports)(of),
      ])
      expect(answers.filter(isRefusal)).to.have.length(1)
    },
  })

  rule(
    '120.77',
    'a withdrawal that removes marks from payments waits for a second person when decisions about them do',
    {
      '': async () => {
        const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 4_999n]]) })
        const { compare, paid } = await openWorld(at.ports)
        const createdAtMs = at.clock.nowMs() - hourMs
        const [open, plain] = [await paid({ createdAtMs, state: 'pending' }), await paid({ createdAtMs })]
        const time = { fromMs: 0, toMs: at.clock.nowMs() }
        const row = { theirs: open.providerRef, status: 'failed' } as const
        const { run } = await compare([rowOf(open, 2, row)], time)
        const harmless = (await compare([rowOf(plain, 2, { theirs: plain.providerRef })], time)).run.id
        const change = (runId: string) => ({ kind: 'reconcile.withdraw', request: { runId } }) as const
        expect(await at.propose(change(harmless))).to.equal(0)
        const proposal = await at.propose(change(run.id))
        const attention = async () => (await at.ports.books.transaction(open.id))?.attention
        expect([proposal > 0, await attention()]).to.deep.equal([true, 'evidence_unpaid'])
        expect(await at.approve(proposal)).to.equal('reconcile.withdraw')
        expect(await attention()).to.equal(null)
        expect((await at.last()).proposal).to.equal(proposal)
      },
    },
  )
})
