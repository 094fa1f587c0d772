import type { BatchDecided, BatchTotal, LineProgress } from '../../../../core/sente.ts'
import { type At, begin, costOf, type Model, nameOf, ownerOf } from './payments.ts'
import {
  type Case,
  countPin,
  firstBroken,
  isFinal,
  type KeptLine,
  type KeyUse,
  keyRefusal,
  type ModelAccount,
  type ModelBatch,
  type ModelLine,
  type ModelRequest,
  move,
} from './rules.ts'

/** A requested batch. */
export type ModelBatchRequest = KeyUse &
  Pick<ModelRequest, 'apikey' | 'pin' | 'reference'> & {
    readonly lines: readonly ModelLine[]
    readonly isPartial: boolean
  }

/** The largest sum of a batch without a second person, in UGX. */
export const mostByOne = 1_999

/** The rules about the caller, about one line, and about the PIN. */
const callerCodes = ['account_not_found', 'invalid_public_key', 'kyc_incomplete', 'api_access_off']
const lineCodes = [
  ...['currency_not_supported', 'invalid_network', 'invalid_phone_number'],
  ...['amount_below_minimum', 'amount_above_maximum', 'amount_too_precise', 'currency_not_activated'],
]
const pinCodes = ['pin_not_set', 'pin_locked', 'invalid_pin']

/** The part of a request for these rules. */
function caseOf(account: ModelAccount, request: Partial<ModelRequest>, nowMs = 0): Case {
  return { account, request: { ...request, kind: 'payout' } as ModelRequest, nowMs }
}

/** Judges the caller of a request by the account as read. */
export function judgeCaller(request: ModelBatchRequest, nowMs: number, seen: ModelAccount | undefined): string {
  const refused = keyRefusal(seen, request, 'pay', nowMs)
  return refused ?? (seen && firstBroken(callerCodes, caseOf(seen, request))) ?? 'done'
}

/** Judges its reference. */
export function judgeReference(model: Model, request: ModelBatchRequest): string {
  const owner = ownerOf(model, request)
  const isUsed = [...model.batches.values()].some(
    ({ account, reference }) => account === owner && reference === request.reference,
  )
  return isUsed ? 'duplicate_batch' : 'done'
}

/** Judges its lines by the account as read, with the fee of each at that time. */
export function judgeLines(
  model: Model,
  request: ModelBatchRequest,
  seen: ModelAccount,
  at: At,
): { expected: string; lines: KeptLine[] } {
  const owner = knownOwner(model, request)
  const taken = new Set<string>()
  const lines = request.lines.map((line): KeptLine => {
    const isUsed = model.used.has(nameOf(model, owner, line.reference)) || taken.has(line.reference)
    const broken = firstBroken(lineCodes, caseOf(seen, line))
    // The amount of a line that breaks another rule is not kept.
    const amount = broken ? 0 : line.amount
    if (isUsed) return { ...line, amount, fee: 0, code: 'duplicate_reference' }
    if (broken) return { ...line, amount, fee: 0, code: broken }
    taken.add(line.reference)
    return { ...line, fee: costOf(model, owner, { ...line, kind: 'payout' }, at).fee }
  })
  const refused = lines.filter(({ code }) => code !== undefined).length
  const isRefused = refused > 0 && (!request.isPartial || refused === lines.length)
  return { expected: isRefused ? 'batch_refused' : 'done', lines }
}

/** Answers a request at its acceptance, and accepts it. */
export function accept(model: Model, id: string, request: ModelBatchRequest, lines: KeptLine[], nowMs: number): string {
  const account = knownOwner(model, request)
  const sum = sumOf(lines.filter(waits))
  const reference = judgeReference(model, request)
  const answer = sum > account.available ? 'insufficient_balance' : 'done'
  const code =
    keyRefusal(account, request, 'pay', nowMs) ??
    (reference === 'done' ? (firstBroken(pinCodes, caseOf(account, request, nowMs)) ?? answer) : reference)
  countPin(account, request.pin, { code, nowMs })
  if (code !== 'done') return code
  const state = sum > mostByOne ? 'awaiting_approval' : 'paying'
  model.batches.set(id, { account, reference: request.reference, secretKey: request.secretKey, lines, state })
  move(account, -sum, sum)
  return code
}

/** The outcome of a line at its turn. */
function judgeTurn(model: Model, { account, lines, state }: ModelBatch, line: KeptLine): string {
  if (state !== 'paying') return 'stopped'
  if (!waits(line)) return 'gone'
  if (account.rights.closed) return 'closed account_not_found'
  if (!account.rights.kyc || !account.rights.apiAccess) return 'waits'
  const broken = firstBroken(lineCodes, caseOf(account, line))
  if (broken) return `closed ${broken}`
  if (lines.some((one) => one.phoneNumber === line.phoneNumber && one.payment && !one.isOver)) return 'busy'
  if (model.paused.has(line.network)) return 'network_unavailable'
  return model.used.has(nameOf(model, account, line.reference)) ? 'closed duplicate_reference' : 'done'
}

/** Opens a line as a payment at its turn, or refuses it. */
export function takeTurn(model: Model, id: string, number: number, payment: string, at: At): string {
  const batch = batchOf(model, id)
  const line = batch.lines[number - 1]
  if (!line) throw new Error(`the model knows no line ${number} of batch ${id}`)
  const { account } = batch
  const code = judgeTurn(model, batch, line)
  if (code === 'done') {
    const request = { ...line, kind: 'payout' } as const
    line.payment = begin(model, payment, { account, request, fee: line.fee, back: 0, at })
  }
  if (code.startsWith('closed ')) {
    line.code = code.slice('closed '.length)
    move(account, line.amount + line.fee, -line.amount - line.fee)
  }
  return code
}

/** Notes the ended payments of a batch. */
export function settle({ batches }: Model, id: string): void {
  for (const line of batches.get(id)?.lines ?? []) if (line.payment && isFinal(line.payment)) line.isOver = true
}

/** Completes a batch; throws when lines are left. */
export function complete(model: Model, id: string): string {
  const batch = batchOf(model, id)
  if (batch.state !== 'paying' && batch.state !== 'cancelling') return 'done'
  const isLeft = (line: KeptLine) => (line.payment ? !isFinal(line.payment) : batch.state === 'paying' && waits(line))
  if (batch.lines.some(isLeft)) throw new Error(`batch ${id} completes, and lines are left`)
  batch.state = 'completed'
  return 'done'
}

/** Pauses, resumes, cancels or approves a batch, with a key for its merchant. */
export function changeBatch(model: Model, id: string, change: BatchDecided, secretKey?: string): string {
  const batch = batchOf(model, id)
  if (batch.state === 'completed' || (batch.state === 'cancelling' && change !== 'cancel')) return 'over'
  // The books of the model are never quarantined.
  if (change === 'confirm') return 'done'
  const isApproved = change === 'approve' && secretKey !== batch.secretKey
  if (batch.state === 'awaiting_approval' && change !== 'cancel' && !isApproved) return 'waits'
  if (batch.state !== 'awaiting_approval' && change === 'approve') return 'done'
  const held = heldBy(batch)
  batch.state = ({ pause: 'paused', resume: 'paying', approve: 'paying', cancel: 'cancelling' } as const)[change]
  if (change === 'cancel') move(batch.account, held, -held)
  return 'done'
}

/** Cancels a batch because its account is closed; throws when that one is open. */
export function cancelOfClosed(model: Model, id: string): string {
  if (!batchOf(model, id).account.rights.closed) throw new Error(`batch ${id} is cancelled, and its account is open`)
  const code = changeBatch(model, id, 'cancel')
  return code === 'over' ? 'batch_is_over' : code
}

/** The money that a batch holds for waiting lines. */
export function heldBy({ state, lines }: ModelBatch): number {
  return state === 'cancelling' || state === 'completed' ? 0 : sumOf(lines.filter(waits))
}

/** The state of each line of a batch. */
export function progressIn({ state, lines }: ModelBatch): LineProgress[] {
  return lines.map(({ code, payment }) => {
    if (code !== undefined) return 'refused'
    if (payment) return payment.state === 'submitting' ? 'pending' : payment.state
    return state === 'cancelling' || state === 'completed' ? 'cancelled' : 'waiting'
  })
}

/** The sums of the lines of a batch. */
export function totalsIn(batch: ModelBatch): Omit<BatchTotal, 'currency'>[] {
  const progress = progressIn(batch)
  return [...new Set(progress)].map((one) => {
    const lines = batch.lines.filter((_, index) => progress[index] === one)
    const total = (of: 'amount' | 'fee') => BigInt(lines.reduce((sum, line) => sum + line[of], 0))
    return { progress: one, lines: lines.length, minor: total('amount'), feesMinor: total('fee') }
  })
}

function knownOwner(model: Model, request: ModelBatchRequest): ModelAccount {
  const owner = ownerOf(model, request)
  if (!owner) throw new Error('a batch of nobody')
  return owner
}

function batchOf({ batches }: Model, id: string): ModelBatch {
  const batch = batches.get(id)
  if (!batch) throw new Error(`the model knows no batch ${id}`)
  return batch
}

const waits = ({ code, payment }: KeptLine) => code === undefined && !payment

function sumOf(lines: readonly KeptLine[]): number {
  return lines.reduce((sum, { amount, fee }) => sum + amount + fee, 0)
}
