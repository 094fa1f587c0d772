import { type Caller, type CallerPorts, findCaller, isOutdated } from '../../accounts/keys/authenticate.ts'
import { judgePin, type PinLock } from '../../accounts/pin/judgePin.ts'
import { missingPinKey, resealPin } from '../../accounts/pin/pinKeys.ts'
import type { Done, Recording } from '../../actions/attribution.ts'
import { recordingOfUser } from '../../actions/byUser.ts'
import { totalsOf } from '../../books/batches/progress.ts'
import { quarantined } from '../../books/quarantine.ts'
import { type FourEyes, isBatchForTwo } from '../../model/fourEyes.ts'
import { isRefusal, malformedFields, type Refusal, type Repeat } from '../../model/refusal.ts'
import type { Batch, Batches, BatchTotal } from '../../ports/books/batches.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { insufficientBalance, invalidPin, pinNotSet, resultOf } from '../openPayment.ts'
import type { PaymentPorts } from '../payment.ts'
import { checkCaller } from '../rules.ts'
import { batchScope } from './changeBatch.ts'
import { type AskedLine, type CheckedLines, checkLines, type NextTurn, portions } from './checkLines.ts'
import { findRepeats, type RepeatPorts } from './repeats.ts'

/** The ports for accepting a batch. */
export type BatchPorts = Pick<
  PaymentPorts,
  'accounts' | 'books' | 'clock' | 'ids' | 'secrets' | 'market' | 'riskLimits' | 'fees' | 'pinLocked' | 'resealBroke'
> & {
  readonly batches: Batches
  /** The batches that wait for a second person; none by default. */
  readonly fourEyes?: FourEyes | undefined
} & Pick<RepeatPorts, 'repeatDays'> &
  Pick<CallerPorts, 'people'>

/** A merchant's request. A caller that receives it from outside has checked its form, and that of its lines. */
export type BatchRequest = {
  /** The public key. */
  readonly apikey: string
  /** The merchant's own name for the batch, unique among the account's batches. */
  readonly reference: string
  readonly pin: string
  readonly lines: readonly AskedLine[]
  /** Whether the remaining lines are accepted if some are refused. */
  readonly acceptPartial: boolean
  /** Whether lines are accepted that repeat a payment. */
  readonly confirmRepeats?: boolean
}

/** A batch that was accepted, or would be, with its refused lines, the warnings about others, and repeated payments. */
export type AcceptedBatch = {
  readonly batch: Batch
  /** The totals of all its lines, also of the refused ones. */
  readonly totals: readonly BatchTotal[]
  readonly repeats: readonly Repeat[]
} & Pick<CheckedLines, 'refusedLines' | 'warnings'>

/** The function that {@link acceptBatch} returns. Between portions of the lines it lets other work have its turn. */
export type AcceptBatch = (given: {
  readonly caller: Caller
  readonly request: BatchRequest
  readonly nextTurn?: NextTurn
}) => Promise<AcceptedBatch | Refusal>

/** The function that {@link tryBatch} returns. */
export type TryBatch = (given: {
  readonly caller: Caller
  readonly request: Omit<BatchRequest, 'pin' | 'confirmRepeats'>
  readonly nextTurn?: NextTurn
}) => Promise<AcceptedBatch | Refusal>

/** The most lines that a batch can have. */
export const mostBatchLines = 10_000

/** How often a batch is begun again because its account has changed meanwhile. */
const mostRuns = 5

/** For a process without other work, one portion follows the other. */
const atOnce: NextTurn = async () => {}

/**
 * Accepts many payouts at once. All lines are checked, written as a draft in small portions, and accepted by one short
 * step that judges the PIN and holds the money of all of them. A draft left by a crash holds nothing and is deleted.
 * Lines that repeat a payment are refused with `repeats_unconfirmed` until they are confirmed.
 */
export function acceptBatch(ports: BatchPorts): AcceptBatch {
  const reload = findCaller(ports)
  const reseal = resealPin(ports)

  async function tryToAccept(
    caller: Caller,
    request: BatchRequest,
    nextTurn: NextTurn,
  ): Promise<AcceptedBatch | Refusal | 'stale'> {
    const { account } = caller
    const planned = await plan(ports, { caller, request, nextTurn })
    if (isRefusal(planned)) return planned
    const { batch, repeats } = planned
    if (repeats.length > 0 && !request.confirmRepeats) return { refused: 'repeats_unconfirmed', repeats }
    if (!(await writeDraft(ports.batches, planned, nextTurn))) return 'stale'
    const record = recordingOfUser(ports, caller)
    const scope = { ...batchScope(batch), ...(record && { action: { proposal: null } }) }
    // Keys are checked by the step. Users may have left while the lines were written.
    const present = caller.user === undefined ? caller : await reload(caller)
    const result: AcceptResult = isRefusal(present)
      ? present
      : await ports.books.atomically(scope, accept({ caller, batch, pin: request.pin, record }, ports))
    if (isAccepted(result)) {
      void reseal(account, request.pin)
      return { ...checkedBatch(planned), batch: result.accepted }
    }
    await ports.batches.forget(batch.id)
    if (result === 'no_pin_key') throw missingPinKey(account)
    if (result === 'stale') return result
    if (result.refused === 'duplicate_batch') return (await findRepeat(ports.batches, batch)) ?? result
    if (!result.lock) return result
    ports.pinLocked?.(result.lock)
    return invalidPin
  }

  return async ({ caller, request, nextTurn = atOnce }) => {
    let current: Caller | Refusal = caller
    for (let runs = 0; runs < mostRuns; runs += 1) {
      if (isRefusal(current)) return current
      const result = await tryToAccept(current, request, nextTurn)
      if (result !== 'stale') return result
      current = await reload(caller)
    }
    throw new Error(`the account kept changing while a batch was accepted`)
  }
}

/** Returns the answer that {@link acceptBatch} would give to a right PIN now, and changes nothing. No PIN is judged. */
export function tryBatch(ports: BatchPorts): TryBatch {
  return async ({ caller, request, nextTurn = atOnce }) => {
    const { account } = caller
    const planned = await plan(ports, { caller, request, nextTurn })
    if (isRefusal(planned)) return planned
    const { batch } = planned
    const balances = await ports.books.balances(account.id)
    const availableIn = (currency: string) =>
      balances.find((balance) => balance.currency === currency)?.availableMinor ?? 0n
    const lacking = batch.sums.find(({ currency, acceptedMinor }) => availableIn(currency) < acceptedMinor)
    if (lacking) return insufficientBalance(lacking.currency)
    return checkedBatch(planned)
  }
}

type Planned = { readonly batch: Batch; readonly checked: CheckedLines; readonly repeats: readonly Repeat[] }

function checkedBatch({ batch, checked: { lines, refusedLines, warnings }, repeats }: Planned): AcceptedBatch {
  const rows = lines.map((line) => ({ line, transaction: undefined }))
  return { batch, totals: totalsOf(rows, batch), refusedLines, warnings, repeats }
}

type Planning = {
  readonly caller: Caller
  readonly request: Omit<BatchRequest, 'pin'>
  readonly nextTurn: NextTurn
}

/** Makes all checks that need no step. */
async function plan(ports: BatchPorts, { caller, request, nextTurn }: Planning): Promise<Planned | Refusal> {
  const { account, keyId } = caller
  const { apikey, reference, lines } = request
  if (lines.length === 0 || lines.length > mostBatchLines)
    return malformedFields([`lines must be 1 to ${mostBatchLines} lines`])
  if (!areInOrder(lines)) return malformedFields(['lines must be in the order of their numbers'])
  const refusal = checkCaller({ request: { apikey }, caller, secrets: ports.secrets })
  if (refusal) return refusal
  const nowMs = ports.clock.nowMs()
  const id = ports.ids.ordered(nowMs)
  const own = { accountId: account.id, reference, digest: await digestOf(lines, ports.secrets, nextTurn) }
  const repeat = await findRepeat(ports.batches, own)
  if (repeat) return repeat
  const checked = await checkLines(ports, { account, batchId: id, atMs: nowMs, lines, nextTurn })
  const isAccepted = checked.refusedLines.length === 0 || (request.acceptPartial && checked.sums.length > 0)
  // Checked once more: had the batch been accepted meanwhile, its own lines would have used their references.
  if (!isAccepted)
    return (await findRepeat(ports.batches, own)) ?? { refused: 'batch_refused', lines: checked.refusedLines }
  const batch: Batch = {
    id,
    ...own,
    keyId,
    state: 'draft',
    lines: lines.length,
    sums: checked.sums,
    totals: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    quarantines: 0,
  }
  return { batch, checked, repeats: await findRepeats(ports, { accountId: account.id, ...checked, nextTurn }) }
}

/** Whether each line has a larger number than the one before it; lines without numbers are counted. */
function areInOrder(lines: readonly AskedLine[]): boolean {
  const numbers = lines.map(({ number }, index) => number ?? index + 1)
  return numbers.every((number, index) => Number.isSafeInteger(number) && number > (numbers[index - 1] ?? 0))
}

type Named = Pick<Batch, 'accountId' | 'reference' | 'digest'>

async function findRepeat(batches: Batches, { accountId, reference, digest }: Named): Promise<Refusal | undefined> {
  const found = await batches.byReference(accountId, reference)
  return found && duplicateBatch(found.id, found.digest === digest)
}

function duplicateBatch(batchId: string, isRepeat: boolean): Refusal {
  return { refused: 'duplicate_batch', batchId, isRepeat }
}

/** The digest of the payments alone: the same ones are the same batch, wherever their lines are in a file. */
async function digestOf(lines: readonly AskedLine[], { digest }: Secrets, nextTurn: NextTurn): Promise<string> {
  const digests: string[] = []
  for await (const some of portions(lines, nextTurn))
    digests.push(digest(JSON.stringify(some.map(({ number: _, ...line }) => line))))
  return digest(digests.join(' '))
}

/**
 * Resolves with whether everything is written. If not, the draft is gone: a process whose clock is ahead took it for an
 * old one.
 */
async function writeDraft(batches: Batches, { batch, checked }: Planned, nextTurn: NextTurn): Promise<boolean> {
  await batches.draft(batch)
  for await (const some of portions(checked.lines, nextTurn)) if (!(await batches.addLines(some))) return false
  return true
}

type Accepting = {
  readonly caller: Caller
  readonly batch: Batch
  readonly pin: string
  readonly record: Recording | undefined
}

type AcceptResult = { readonly accepted: Batch } | 'stale' | 'no_pin_key' | (Refusal & { readonly lock?: PinLock })

/** The step that accepts a draft: refuses a used reference, judges the PIN once, and holds the money of all lines. */
function accept(
  { caller, batch, pin, record }: Accepting,
  { secrets, clock, fourEyes }: Pick<BatchPorts, 'secrets' | 'clock' | 'fourEyes'>,
): (work: UnitOfWork) => AcceptResult {
  const { account } = caller
  const atMs = clock.nowMs()
  return (work) => {
    if (isOutdated(work, caller, atMs)) return 'stale'
    const used = checkBatch(work, batch)
    if (used) return used
    // Before the PIN is checked, so that no guess is counted while nothing can be paid.
    if (work.isQuarantined()) return quarantined
    const { id: accountId, pin: sealed } = account
    if (!sealed) return pinNotSet
    const nowMs = work.nowMs(atMs)
    const judged = judgePin({ accountId, sealed, pin, count: work.pinCount(), nowMs, secrets })
    const result = resultOf(judged) ?? holdAll(work, batch, { atMs, fourEyes })
    if (judged.count && (judged.guess !== 'right' || isAccepted(result))) work.countPin(judged.count)
    if (record && isAccepted(result)) work.act(record(() => acceptedDone(result.accepted)))
    return result
  }
}

function acceptedDone({ id, accountId, reference, lines, state }: Batch): Done {
  return { kind: 'batch.accept', accountId, subject: `batch ${id}`, before: null, after: { reference, lines, state } }
}

function isAccepted(result: AcceptResult): result is { readonly accepted: Batch } {
  return typeof result === 'object' && 'accepted' in result
}

/** A missing draft is written again. */
function checkBatch(work: UnitOfWork, { id }: Batch): Refusal | 'stale' | undefined {
  const found = work.batch()
  if (!found) return 'stale'
  if (found.batch.state !== 'draft') throw new Error(`batch ${id} is not a draft`)
  return found.isReferenceUsed ? duplicateBatch(id, false) : undefined
}

function holdAll(
  work: UnitOfWork,
  batch: Batch,
  { atMs, fourEyes }: { readonly atMs: number; readonly fourEyes: FourEyes | undefined },
): Refusal | { readonly accepted: Batch } {
  const { id, accountId } = batch
  for (const { currency, acceptedMinor } of batch.sums) {
    if (work.ledger.balance(accountId, currency).availableMinor < acceptedMinor) return insufficientBalance(currency)
    const hold = { from: 'available', to: 'held', amountMinor: acceptedMinor } as const
    work.ledger.post({ accountId, currency, ...hold, cause: { batch: id }, atMs })
  }
  const state = isBatchForTwo(fourEyes, batch.sums) ? 'awaiting_approval' : 'paying'
  const accepted: Batch = { ...batch, state, updatedAtMs: atMs, quarantines: work.quarantines() }
  work.keepBatch(accepted)
  return { accepted }
}
