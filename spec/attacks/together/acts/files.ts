import {
  classifyEntry,
  type FileRow,
  fileRows,
  isRefusal,
  paysOut,
  reconcile,
  resolveEntries,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { beginningMs } from '../../model/stage/tariffs.ts'
import type { Stage } from '../stage/stage.ts'
import type { NetworkName } from '../stage/world.ts'
import { because, by, type Choice, type Deeds, hourMs, minuteMs } from './act.ts'

/** The operator's acts with files of networks. */
export const fileDeeds = {
  async compare(stage: Stage, { network, choice, about }: Choice) {
    await compareFile(stage, network, { fault: choice % 8, form: about % 3 })
  },
  /** Resolves the findings of a comparison; ends open payments as the rows say if the file is right. */
  async resolve(stage: Stage, { about, choice }: Choice) {
    const { ports, honest, world, decided } = stage
    const runs = (await ports.reconciliations.runs({ limit: 100 })).filter(({ ended }) => ended !== null)
    const run = runs[about % Math.max(1, runs.length)]
    if (!run) return
    for (const { item, theirs, amountMinor } of await ports.reconciliations.entries({
      ...{ runId: run.id, buckets: ['not_ours'], open: true, limit: 100 },
    })) {
      await classifyEntry(ports)({ runId: run.id, item, as: 'top-up', by, because })
      if (theirs !== null) world.topUps.set(`${run.network} ${theirs}`, amountMinor)
    }
    const endPayments = choice % 2 === 0 && honest.has(run.id)
    const buckets = endPayments ? (['state_differs'] as const) : (['ambiguous', 'missing_there'] as const)
    const answer = await resolveEntries(ports)({ runId: run.id, buckets: [...buckets], endPayments, by, because })
    if (!isRefusal(answer)) for (const id of answer.payments) decided.add(id)
  },
} satisfies Deeds

/** The faults of files: nothing, an amount, a state, a row that is missing. */
const faults = ['amount', 'state', 'missing'] as const

/** Compares a file of the network's own journal: with its ids, with ours, or with none. */
export async function compareFile(
  { ports, world, honest }: Stage,
  network: NetworkName,
  { fault, form }: { readonly fault: number; readonly form: number },
): Promise<string | undefined> {
  const wrong = faults[fault]
  const chosen = world.files
  const rows = world.networks[network].journal().flatMap(({ transaction, atMs, known }, index): FileRow[] => {
    if (known === undefined || known === 'unknown' || known === 'flying') return []
    const { providerId, amountMinor, currency, phoneNumber } = transaction
    const isWrong = wrong !== undefined && index === chosen % 7
    if (isWrong && wrong === 'missing') return []
    const isBack = world.takenBack.has(providerId) && known === 'executed'
    const status = isBack
      ? 'reversed'
      : known === 'executed'
        ? 'succeeded'
        : known === 'declined'
          ? 'failed'
          : 'pending'
    const at = beginningMs + atMs
    return [
      {
        ...{ line: index + 2, atMs: form === 2 ? Math.floor(at / minuteMs) * minuteMs : at },
        ...{ withinMs: form === 2 ? minuteMs - 1 : 0, direction: paysOut(transaction) ? 'out' : 'in', currency },
        amountMinor: isWrong && wrong === 'amount' ? amountMinor + 1n : amountMinor,
        status: isWrong && wrong === 'state' ? (status === 'succeeded' ? 'failed' : 'succeeded') : status,
        ...{ phoneNumber, kind: 'payment', ours: form === 1 ? providerId : null, feeMinor: null, balanceMinor: null },
        theirs: form === 0 ? `ref ${providerId}` : null,
      },
    ]
  })
  const topUp: FileRow = {
    ...{ line: 10_000, atMs: beginningMs, withinMs: 0, direction: 'in', amountMinor: 5_000n, currency: 'UGX' },
    ...{ phoneNumber: null, status: 'succeeded', kind: 'other', ours: null, theirs: `top-up ${chosen % 3}` },
    ...{ feeMinor: null, balanceMinor: null },
  }
  const text = JSON.stringify([network, form, rows.map((row) => ({ ...row, amountMinor: String(row.amountMinor) }))])
  const digest = testSecrets.digest(text)
  world.files += 1
  const answer = await reconcile(ports)({
    ...{ digest, file: `file-${chosen}.csv`, network, profile: 'external-id', by },
    ...{ fromMs: beginningMs - hourMs, toMs: Math.max(world.clock.nowMs(), beginningMs + world.trueMs()) + 1 },
    ...{ rows: fileRows([...rows, topUp]), isSure: true },
  })
  if (isRefusal(answer)) {
    // The same file was compared for a shorter time, before the clock went on.
    if (answer.refused === 'compared_otherwise') return (await ports.reconciliations.ofDigest(digest))?.id
    throw new Error(answer.message)
  }
  // Rows without ids are matched with payments by their times.
  if (wrong === undefined && (form !== 2 || !world.wasSet)) honest.add(answer.run.id)
  return answer.run.id
}
