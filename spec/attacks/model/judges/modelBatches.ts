import type { BatchDecided, BatchTotal, LineProgress } from '../../../../core/sente.ts'
import { isTheirs, type KeyUse, keyRefusal } from './modelKeys.ts'
import {
  type Case,
  countPin,
  firstBroken,
  isFinal,
  type ModelAccount,
  type ModelPayment,
  type ModelRequest,
  move,
  newPayment,
} from './modelRules.ts'

/** A line of a batch as it is asked for. */
export type ModelLine = Pick<ModelRequest, 'reference' | 'amount' | 'phoneNumber' | 'network' | 'currency'>

/** A batch as it is asked for. */
export type ModelBatchRequest = KeyUse &
  Pick<ModelRequest, 'apikey' | 'pin' | 'reference'> & {
    readonly lines: readonly ModelLine[]
    readonly isPartial: boolean
  }

/** A line with what has become of it, and what its payout costs. */
type KeptLine = ModelLine & {
  readonly fee: number
  code?: string
  payment?: ModelPayment
  /** Whether the gateway has seen that its payment has ended. */
  isOver?: boolean
}

type ModelBatch = {
  readonly account: ModelAccount
  readonly reference: string
  /** The key that it was asked for with. */
  readonly secretKey: string
  readonly lines: readonly KeptLine[]
  state: 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'
}

/** What the model of payments shares with that of batches. */
type Shared = {
  readonly accounts: readonly ModelAccount[]
  readonly payments: Map<string, ModelPayment>
  readonly used: Set<string>
  readonly paused: ReadonlySet<string>
  keyOf(account: ModelAccount, reference: string): string
  cost(
    account: ModelAccount,
    payment: Pick<ModelRequest, 'kind' | 'network' | 'amount'>,
    at: { nowMs: number; config: string },
  ): number
}

/** What a batch may hold without a second person, in UGX. */
export const mostByOne = 1_999

/** The rules about the caller, about one line, and about the PIN. */
const callerCodes = ['account_not_found', 'invalid_public_key', 'kyc_incomplete', 'api_access_off']
const lineCodes = [
  ...['currency_not_supported', 'invalid_network', 'invalid_phone_number'],
  ...['amount_below_minimum', 'amount_above_maximum', 'amount_too_precise', 'currency_not_activated'],
]
const pinCodes = ['pin_not_set', 'pin_locked', 'invalid_pin']

/** What has to be true of batches: the product written a second time, as plainly as possible. */
export function modelBatches({ accounts, payments, used, paused, keyOf, cost }: Shared) {
  const batches = new Map<string, ModelBatch>()
  const ownerOf = ({ secretKey }: ModelBatchRequest) => accounts.find((account) => isTheirs(account, secretKey))

  function caseOf(account: ModelAccount, request: Partial<ModelRequest>, nowMs = 0): Case {
    const whole = {
      kind: 'payout',
      secretKey: '',
      from: '',
      apikey: '',
      pin: '',
      amount: 0,
      reference: '',
      ...noPlace,
      ...request,
    }
    return { account, request: whole as ModelRequest, nowMs, isUsed: false, isPaused: false, left: 0 }
  }

  function isBatchUsed(account: ModelAccount, reference: string): boolean {
    return [...batches.values()].some((batch) => batch.account === account && batch.reference === reference)
  }

  function batchOf(id: string): ModelBatch {
    const batch = batches.get(id)
    if (!batch) throw new Error(`the model knows no batch ${id}`)
    return batch
  }

  function lineOf(id: string, number: number): KeptLine {
    const line = batchOf(id).lines[number - 1]
    if (!line) throw new Error(`the model knows no line ${number} of batch ${id}`)
    return line
  }

  /** What happens to a line at its turn. */
  function judgeLine(id: string, number: number): string {
    const { account, lines, state } = batchOf(id)
    const line = lineOf(id, number)
    if (state !== 'paying') return 'stopped'
    if (!waits(line)) return 'gone'
    if (account.rights.closed) return 'closed account_not_found'
    if (!account.rights.kyc || !account.rights.apiAccess) return 'waits'
    const broken = firstBroken(lineCodes, caseOf(account, line))
    if (broken) return `closed ${broken}`
    const isBusy = lines.some(({ phoneNumber, payment, isOver }) => {
      return phoneNumber === line.phoneNumber && payment && !isOver
    })
    if (isBusy) return 'busy'
    if (paused.has(line.network)) return 'network_unavailable'
    return used.has(keyOf(account, line.reference)) ? 'closed duplicate_reference' : 'opened'
  }

  return {
    /** Every batch that was accepted, by its id. */
    all: batches as ReadonlyMap<string, ModelBatch>,
    /** An account as it is now, for a request that goes on with what it has read. */
    seenBy: (request: ModelBatchRequest): ModelAccount | undefined => structuredClone(ownerOf(request)),
    /** Judges the caller of a request by the account as it was read. */
    judgeCaller(request: ModelBatchRequest, seen: ModelAccount | undefined, nowMs: number): string {
      const refused = keyRefusal(seen, request, { scope: 'pay', nowMs })
      return refused ?? (seen && firstBroken(callerCodes, caseOf(seen, request))) ?? 'opened'
    },
    /** Judges its reference. */
    judgeReference(request: ModelBatchRequest): string {
      const owner = ownerOf(request)
      return owner && isBatchUsed(owner, request.reference) ? 'duplicate_batch' : 'opened'
    },
    /** Judges the lines of a request by the account as it was read, with what each costs by then. */
    judgeLines(
      request: ModelBatchRequest,
      { seen, nowMs, config }: { seen: ModelAccount; nowMs: number; config: string },
    ): { code: string; lines: KeptLine[] } {
      const owner = ownerOf(request)
      if (!owner) throw new Error('a batch of nobody')
      const taken = new Set<string>()
      const lines = request.lines.map((line): KeptLine => {
        const isUsed = used.has(keyOf(owner, line.reference)) || taken.has(line.reference)
        const broken = firstBroken(lineCodes, caseOf(seen, line))
        // The amount of a line that breaks a rule is not kept.
        if (broken) return { ...line, amount: 0, fee: 0, code: broken }
        if (isUsed) return { ...line, fee: 0, code: 'duplicate_reference' }
        taken.add(line.reference)
        return { ...line, fee: cost(owner, { ...line, kind: 'payout' }, { nowMs, config }) }
      })
      const refused = lines.filter(({ code }) => code !== undefined).length
      const isRefused = refused > 0 && (!request.isPartial || refused === lines.length)
      return { code: isRefused ? 'batch_refused' : 'opened', lines }
    },
    /** Answers a request that has got as far as its acceptance, and accepts it. */
    accept(id: string, request: ModelBatchRequest, { lines, nowMs }: { lines: KeptLine[]; nowMs: number }): string {
      const account = ownerOf(request)
      if (!account) throw new Error('a batch of nobody')
      const sum = sumOf(lines.filter(waits))
      const refused = keyRefusal(account, request, { scope: 'pay', nowMs })
      const broken = refused ?? firstBroken(pinCodes, caseOf(account, request, nowMs))
      const isUsed = isBatchUsed(account, request.reference)
      const code = broken ?? (isUsed ? 'duplicate_batch' : sum > account.available ? 'insufficient_balance' : 'opened')
      countPin(account, request.pin, { code, nowMs })
      if (code !== 'opened') return code
      const state = sum > mostByOne ? 'awaiting_approval' : 'paying'
      batches.set(id, { account, reference: request.reference, secretKey: request.secretKey, lines, state })
      move(account, -sum, sum)
      return code
    },
    /** Opens a line as a payment at its turn, or refuses it. */
    takeTurn(
      id: string,
      number: number,
      { transaction, nowMs, config }: { transaction: string; nowMs: number; config: string },
    ): string {
      const [{ account }, line, code] = [batchOf(id), lineOf(id, number), judgeLine(id, number)]
      const held = line.amount + line.fee
      if (code === 'opened') {
        const { amount, fee } = line
        const opened = { account, amount, fee, config, openedAtMs: nowMs, absences: [] }
        line.payment = { ...opened, ...newPayment, kind: 'payout' }
        payments.set(transaction, line.payment)
        used.add(keyOf(account, line.reference))
      }
      if (code.startsWith('closed ')) {
        line.code = code.slice('closed '.length)
        move(account, held, -held)
      }
      return code
    },
    /** Sees which payments of a batch have ended. */
    settle(id: string): void {
      for (const line of batches.get(id)?.lines ?? []) if (line.payment && isFinal(line.payment)) line.isOver = true
    },
    /** Completes a batch; throws when there is anything left to do. */
    complete(id: string): void {
      const batch = batchOf(id)
      if (batch.state !== 'paying' && batch.state !== 'cancelling') return
      const isLeft = (line: KeptLine) =>
        line.payment ? !isFinal(line.payment) : batch.state === 'paying' && waits(line)
      if (batch.lines.some(isLeft)) throw new Error(`batch ${id} completes, and lines are left`)
      batch.state = 'completed'
    },
    /** Pauses, resumes, cancels or approves a batch, with a key where its merchant does it. */
    change(id: string, change: BatchDecided, secretKey?: string): string {
      const batch = batchOf(id)
      if (batch.state === 'completed' || (batch.state === 'cancelling' && change !== 'cancel')) return 'over'
      const isApproved = change === 'approve' && secretKey !== batch.secretKey
      if (batch.state === 'awaiting_approval' && change !== 'cancel' && !isApproved) return 'waits'
      if (batch.state !== 'awaiting_approval' && change === 'approve') return 'done'
      const held = heldBy(batch)
      batch.state = ({ pause: 'paused', resume: 'paying', approve: 'paying', cancel: 'cancelling' } as const)[change]
      if (change === 'cancel') move(batch.account, held, -held)
      return 'done'
    },
    /** How many batches an account was told of. */
    told: (account: ModelAccount): number =>
      [...batches.values()].filter((batch) => batch.account === account && batch.state === 'completed').length,
  }
}

/** What a batch holds for lines that wait. */
export function heldBy({ state, lines }: ModelBatch): number {
  return state === 'cancelling' || state === 'completed' ? 0 : sumOf(lines.filter(waits))
}

/** How far each line of a batch has come. */
export function progressIn({ state, lines }: ModelBatch): LineProgress[] {
  return lines.map(({ code, payment }) => {
    if (code !== undefined) return 'refused'
    if (payment) return payment.state === 'submitting' ? 'pending' : payment.state
    return state === 'cancelling' || state === 'completed' ? 'cancelled' : 'waiting'
  })
}

/** What the lines of a batch have come to, as texts in an order that can be compared. */
export function totalsIn(batch: ModelBatch): string[] {
  const progress = progressIn(batch)
  return [...new Set(progress)].map((one) => {
    const lines = batch.lines.filter((_, index) => progress[index] === one)
    const sum = lines.reduce((total, { amount }) => total + amount, 0)
    return totalText({ progress: one, lines: lines.length, minor: sum })
  })
}

/** A total as a text. */
export function totalText({ progress, lines, minor }: Omit<BatchTotal, 'currency' | 'minor'> & { minor: unknown }) {
  return `${lines} ${progress}: ${minor}`
}

const noPlace = { phoneNumber: '256770000001', currency: 'UGX', network: 'MTN' }

function waits({ code, payment }: KeptLine): boolean {
  return code === undefined && !payment
}

function sumOf(lines: readonly KeptLine[]): number {
  return lines.reduce((sum, { amount, fee }) => sum + amount + fee, 0)
}
