import { type Attribution, type Done, recording, refuseAttribution } from '../../actions/attribution.ts'
import { withoutOthers } from '../../actions/meanwhile.ts'
import { floatAccountOf, type Product, products } from '../../books/float/floats.ts'
import { type MoneyPorts, type MovedMoney, moveOperatorMoney } from '../../books/float/moveOperatorMoney.ts'
import { toMajor } from '../../model/money.ts'
import { isExplanation, malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { Actions } from '../../ports/operators/actions.ts'
import type { RowClass } from '../../ports/operators/reconciliationRules.ts'
import type { EntryNote, FoundEntry, Reconciliations, StandingEntry } from '../../ports/operators/reconciliations.ts'
import { refuseAlike } from '../rows/alike.ts'
import type { AlikePorts } from '../rows/alikeRows.ts'
import { moveNameOf, rowName } from '../rows/rowNames.ts'
import { standingEntry, unfit } from './foundEntry.ts'

/** The ports for classifying a row. */
export type ClassifyEntryPorts = MoneyPorts & {
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries' | 'alike' | 'note'>
  readonly actions: Pick<Actions, 'list'>
} & Pick<AlikePorts, 'books' | 'secrets' | 'nameRow' | 'alikeRows'>

/** The kind of a row of the bucket `not_ours`. */
export type Classification = {
  readonly runId: string
  /** The number of its entry. */
  readonly item: number
  readonly as: RowClass
  /** The product of the float, if the network has one for each; payouts by default for a top-up. */
  readonly product?: Product
  /** The reference of the movement, if it is already recorded; by default the row's own, so that it counts once. */
  readonly reference?: string
  /** Movements and payments from rows of other files, by reference or id, that this row resembles but is not. */
  readonly anotherThan?: readonly string[]
}

/** The function that {@link classifyEntry} returns. */
export type ClassifyEntry = (
  request: Classification & Attribution & { readonly because: string },
) => Promise<{ readonly entry: StandingEntry; readonly moved: MovedMoney | null } | OperatorRefusal>

/**
 * Classifies a row that is not a payment. A top-up or liquidation becomes a movement of the operator's own money, once,
 * even if several files have the row. Refused with `unknown_reconciliation`, `no_such_entries`, `row_not_recordable`,
 * `row_alike`, `malformed_explanation`, and like `moveOperatorMoney`.
 */
export function classifyEntry(ports: ClassifyEntryPorts): ClassifyEntry {
  const { reconciliations, clock } = ports
  return async (request) => {
    const { runId, item, as, by, because, approval } = request
    const refusal = refuseAttribution(request) ?? (because === undefined ? malformedExplanation : undefined)
    if (refusal) return refusal
    const explanation = `${as}: ${because}`
    const done = await withoutOthers(ports, async (lastAction) => {
      const found = await findRow(ports, request)
      if ('refused' in found) return found
      if (!isExplanation(explanation)) return malformedExplanation
      const moved = await moveOf({ ...ports, lastAction }, found, request)
      return moved && isRefusal(moved) ? moved : { found, moved }
    })
    if ('refused' in done) return done
    const { found, moved } = done
    const moveReference = moved?.move.reference ?? null
    const note: EntryNote = {
      runId,
      item,
      kind: 'resolved',
      owner: null,
      because: explanation,
      by,
      atMs: clock.nowMs(),
      transactionId: null,
      moveReference,
    }
    // The movement has already ended the proposal.
    const who = { by, because, ...(approval && { approval: moved ? { ...approval, proposal: null } : approval }) }
    await reconciliations.note(
      [note],
      recording(ports, who)(() => classified(request, moved)),
    )
    const { atMs } = note
    return {
      entry: { ...found.entry, resolved: { by, because: explanation, atMs, transactionId: null, moveReference } },
      moved: moved ?? null,
    }
  }
}

async function findRow(
  { reconciliations }: ClassifyEntryPorts,
  request: Classification,
): Promise<FoundEntry | OperatorRefusal> {
  const found = await standingEntry(reconciliations, request)
  if ('refused' in found) return found
  return refuseClass(found.entry, request.as) ?? found
}

/** Refuses a class that does not fit a row. */
export function refuseClass(
  { bucket, direction, status, resolved }: StandingEntry,
  as: RowClass,
): OperatorRefusal | undefined {
  if (bucket !== 'not_ours') return unfit(`its bucket is ${bucket} instead of not_ours`)
  if (resolved) return unfit(`${resolved.by} has resolved it: ${resolved.because}`)
  const against = as === 'top-up' ? 'out' : as === 'liquidation' ? 'in' : undefined
  if (direction === against) return unfit(`its money went ${direction}, which does not fit a ${as}`)
  if (against !== undefined && status !== 'succeeded') return unfit(`its status is ${status}: no money was moved`)
  return undefined
}

/** Whether rows of a class become movements of the operator's own money. */
export function movesMoney(as: RowClass): boolean {
  return as === 'top-up' || as === 'liquidation'
}

/** Records the movement of a row; undefined if it has moved none of the operator's money between bank and float. */
async function moveOf(
  ports: ClassifyEntryPorts & { readonly lastAction: number },
  { run, entry }: FoundEntry,
  { as, product, reference: given, anotherThan, by, because, approval }: Classification & Attribution,
): Promise<MovedMoney | OperatorRefusal | undefined> {
  if (!movesMoney(as)) return undefined
  const { network } = run
  const { currency, amountMinor } = entry
  const usual = as === 'top-up' ? products.payout : products.collection
  const float = floatAccountOf(ports.market, { network, currency, product: product ?? usual })
  if (isRefusal(float)) return float
  const [from, to] = as === 'top-up' ? ['bank', float.account] : [float.account, 'bank']
  const reference = given ?? moveNameOf(await rowName(ports, run, entry), ports.secrets)
  const isMoved = (await ports.operatorMoney.byReference(reference)) !== undefined
  const refusal = isMoved
    ? undefined
    : await refuseAlike(ports, { run, entry, name: reference, anotherThan }, ports.lastAction)
  if (refusal) return refusal
  return moveOperatorMoney(ports)({
    kind: as === 'top-up' ? 'top_up' : 'liquidate',
    currency,
    from,
    to,
    by,
    because,
    approval,
    amount: toMajor(amountMinor, currency),
    reference,
    runId: run.id,
  })
}

function classified({ runId, item, as, anotherThan }: Classification, moved: MovedMoney | undefined): Done {
  const after = {
    entry: item,
    as,
    ...(moved && { move: moved.move.reference }),
    ...(anotherThan && { another_than: anotherThan }),
  }
  return { kind: 'reconcile.classify', accountId: null, subject: `reconciliation ${runId}`, before: null, after }
}
