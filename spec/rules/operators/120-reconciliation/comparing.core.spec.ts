import { expect } from 'chai'
import {
  assignEntries,
  fileRows,
  findEntry,
  findLastComparisons,
  findOwners,
  isRefusal,
  listReconciliations,
  reconcile,
} from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { given, paidRows } from './paidRows.ts'
import { fromMs, rowOf, toMs } from './paidWorld.ts'

const dayMs = 86_400_000

/** A day after the compared time: three payouts, and a file with two of them and one that is not here. */
async function openLater() {
  const world = await paidRows(3)
  const [first, second, missing] = world.payments
  if (!first || !second || !missing) throw new Error('not paid')
  world.clock.forwardMs(toMs + dayMs - world.clock.nowMs())
  return { ...world, missing, rows: [...world.rows.slice(0, 2), rowOf(first, 9, { theirs: 'unknown' })] }
}

describe('120 Reconciliation: comparisons', () => {
  rule('120.63', 'a comparison that loses rows breaks off, and has no effect', async () => {
    const { ports, rows, compare, reconciliations, payments } = await paidRows(3)
    const [first] = payments
    if (!first) throw new Error('not paid')
    const all = [
      ...rows,
      rowOf(first, 5, { phoneNumber: '256770000011' }),
      rowOf(first, 6, { phoneNumber: '256770000012', currency: 'RWF' }),
      rowOf(first, 7, { kind: 'other', direction: 'between' }),
      rowOf(first, 8, { phoneNumber: '256770000013', direction: 'in' }),
    ]
    const atNoTime = all.map((row) => {
      const isLost = row.theirs === null && row.kind === 'payment'
      return isLost ? { ...row, atMs: Number.POSITIVE_INFINITY } : row
    })
    const broken = reconcile(ports)({ ...given, rows: fileRows(atNoTime) })
    const error = await broken.then(
      () => expect.fail('it ended'),
      (thrown: Error) => thrown,
    )
    expect(error.message).to.equal(
      'the total of the buckets is UGX 4 0 15000 5000, and the total of the file is RWF 1 0 5000 0; UGX 6 5000 20000 5000',
    )
    expect(await reconciliations.ofDigest('d')).to.equal(undefined)
    expect((await compare(all, { digest: 'd' })).already).to.equal(false)
  })

  rule('120.64', 'each row that contradicts the books is shown to a person beside its payment', {
    'once each, of more than a thousand': async () => {
      const { compare, rows, payments, books } = await paidRows(1_001, { status: 'failed' })
      await compare(rows)
      for (const [nth, payment] of payments.entries()) {
        const found = await books.annotated(payment.id)
        expect(found?.transaction.attention).to.equal('contradiction')
        expect(found?.annotations.map(({ text }) => text)).to.deep.equal([
          `line ${nth + 2} of MTN's file export.csv has failed, and the books have succeeded`,
        ])
      }
    },
    'unless the file is only tried out': async () => {
      const { ports, rows, payments, books } = await paidRows(1, { status: 'failed' })
      await reconcile(ports)({ ...given, isRehearsal: true, rows: fileRows(rows) })
      expect((await books.annotated(payments[0]?.id ?? ''))?.annotations).to.deep.equal([])
    },
  })

  rule('120.65', 'a comparison reports its progress, and is recorded as an action when it ends', async () => {
    const { ports, rows } = await paidRows(3)
    const reported: number[] = []
    const onProgress = (count: number) => reported.push(count)
    const done = await reconcile(ports)({ ...given, rows: fileRows(rows), onProgress })
    if (isRefusal(done)) throw new Error(done.message)
    expect(reported).to.deep.equal([3])
    const [action] = (await ports.actions.list({ limit: 1 })).actions
    expect(action).to.deep.include({
      ...{ kind: 'reconcile.file', by: 'amina', accountId: null, subject: `reconciliation ${done.run.id}` },
      after: { file: 'export.csv', digest: 'd', network: 'MTN', rows: 3 },
    })
  })

  rule('120.66', 'the last finished comparison of each network is found, with its result', async () => {
    const { ports, compare, rows, reconciliations, clock } = await openLater()
    const last = async (market = ports.market) => {
      const found = await findLastComparisons({ ...ports, market })()
      return found.map(({ network, run, matched, exceptions }) => [network, run?.id ?? null, matched, exceptions])
    }
    expect(await last()).to.deep.equal([
      ['AIRTEL', null, 0, 0],
      ['MTN', null, 0, 0],
    ])
    const old = await compare([], { network: 'AIRTEL' })
    const { run } = await compare(rows)
    await reconciliations.begin({ ...run, id: 'interrupted', digest: 'other', ended: null })
    const [mtn, airtel] = [
      ['MTN', run.id, 2, 2],
      ['AIRTEL', old.run.id, 0, 0],
    ]
    expect(await last()).to.deep.equal([airtel, mtn])
    expect(await last(new Map())).to.have.deep.members([mtn, airtel])

    const list = async (limit: number) => {
      const { runs, confirmed } = await listReconciliations(ports)({ limit })
      return [runs.map(({ id }) => id), confirmed.map(({ totalMinor, confirmedMinor }) => [totalMinor, confirmedMinor])]
    }
    expect(await list(1)).to.deep.equal([['interrupted'], [[15_000n, 10_000n]]])
    expect(await list(2)).to.deep.equal([['interrupted', run.id], [[15_000n, 10_000n]]])
    clock.forwardMs(fromMs + 30 * dayMs + 2_000 - clock.nowMs())
    expect(await list(1)).to.deep.equal([['interrupted'], [[5_000n, 0n]]])
  })

  rule('120.67', 'an entry is found with the decision about it, and a payment with its owner', async () => {
    const { ports, compare, missing, rows, reconciliations } = await openLater()
    const { run } = await compare(rows)
    const [entry] = await reconciliations.entries({ runId: run.id, buckets: ['missing_there'], limit: 1 })
    const item = entry?.item ?? 0
    const owners = () => findOwners(ports)([missing.id, 'none'])
    expect(await owners()).to.deep.equal(new Map())
    const who = { by: 'brian', because: 'ticket 4711' }
    for (const owner of ['akello', 'okello'])
      await assignEntries(ports)({ runId: run.id, items: [item], owner, ...who })
    await compare([])
    expect(await owners()).to.deep.equal(new Map([[missing.id, 'okello']]))
    const found = await findEntry(ports)({ runId: run.id, item })
    if ('refused' in found) throw new Error(found.message)
    expect(found.entry).to.include({ item, owner: 'okello', bucket: 'missing_there' })
    expect(found.notes.map(({ owner }) => owner)).to.deep.equal(['akello', 'okello'])
    const message = 'It has no entry 99'
    expect(await findEntry(ports)({ runId: run.id, item: 99 })).to.deep.equal({ refused: 'no_such_entries', message })
  })
})
