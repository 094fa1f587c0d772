import type { Enquired, KeyScope, Kind, Submitted } from '../../../../core/sente.ts'

/** A secret key as the model knows it: null stands for no name, every use, every place, or no end. */
export type ModelKey = {
  readonly id: string
  readonly secret: string
  readonly name: string | null
  readonly scopes: readonly KeyScope[] | null
  readonly addresses: readonly string[] | null
  readonly expiresAtMs: number | null
  active: boolean
}

/** A PIN, or none, and what is counted of the wrong ones; `locks` are those after ten in 24 hours. */
type ModelPin = { code: string | null; wrong: number; wrongAtMs: number[]; locks: number; lockedUntilMs: number }

/** An account as the model knows it, with its secret keys in the order in which they were made; money in UGX. */
export type ModelAccount = {
  readonly publicKey: string
  readonly issued: ModelKey[]
  rights: { kyc: boolean; apiAccess: boolean; closed: boolean; activated: boolean }
  pin: ModelPin
  available: number
  held: number
  /** What it has paid in fees. */
  fees: number
}

/** Which secret key a request is made with, and from where. */
export type KeyUse = { readonly secretKey: string; readonly from: string }

/** A request; a collection's PIN does not matter, and `collection` is the id of what is refunded. */
export type ModelRequest = KeyUse & {
  readonly kind: Kind
  readonly amount: number
  readonly collection?: string
  /** The link that a customer came through, who has no key: then the account's first one names it. */
  readonly link?: string
} & { readonly [Field in 'apikey' | 'pin' | 'reference' | 'phoneNumber' | 'currency' | 'network']: string }

/** When something was said, by a claim's clock, and in which run of the process. */
type Said = { readonly wallMs: number; readonly monotonicMs: number; readonly run: string }

/** What a network said under a configuration; `isSame` is false when it named another amount, currency or number. */
export type ModelReport = {
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly outcome: Enquired['outcome'] | Submitted['outcome']
  readonly isSame: boolean
  /** Its own word for why it declined. */
  readonly word: string | null
  readonly config: string
  readonly at: Said
}

/** A payment as the model knows it. */
export type ModelPayment = Pick<
  ModelRequest,
  'reference' | 'kind' | 'amount' | 'collection' | 'link' | 'phoneNumber'
> & {
  readonly account: ModelAccount
  readonly fee: number
  /** Of a collection what its refunds give back of its fee in the end; of a refund what it gives back. */
  readonly back: number
  readonly config: string
  /** By the wall clock, which may have been ahead then: any later reading shows that it was opened by then. */
  openedAtMs: number
  /** Since when it could be submitted: later than its opening where that was slow. */
  submittedFromMs: number
  state: 'submitting' | 'pending' | 'succeeded' | 'failed'
  absences: Said[]
  /** Whether it waits for a person, as its network spoke of another payment, or contradicted itself since. */
  waits: 'no' | 'mismatch' | 'contradiction'
  /** Whether the books say that it needs attention, though it has failed: then it takes room on its link. */
  isDoubted: boolean
  /** Whether its network has told the number of its receipt, and why it failed. */
  isReceipted: boolean
  word: string | null
}

/** A request with what it is judged by. */
export type Case = {
  readonly account: ModelAccount
  readonly request: ModelRequest
  readonly nowMs: number
  readonly isUsed?: boolean
  readonly isPaused?: boolean
  /** Of a payment through a link: whether that is over, and whether the customer is being asked already. */
  readonly link?: { readonly isOver: boolean; readonly isAsked: boolean } | undefined
  /** What it costs besides; not known before it is opened. */
  readonly fee?: number
  /** What a refund would pay back, and how much of it was not refunded. */
  readonly collection?: ModelPayment | undefined
  readonly left?: number
}

const takes = ({ account, request, fee = 0 }: Case) => isPaidOut(request) && request.amount + fee > account.available

/** Every reason to refuse a request, the first one first. */
export const refusals: readonly (readonly [code: string, applies: (given: Case) => boolean])[] = [
  ['account_not_found', ({ account }) => account.rights.closed],
  ['invalid_public_key', ({ account, request }) => request.apikey !== account.publicKey],
  ['kyc_incomplete', ({ account }) => !account.rights.kyc],
  ['api_access_off', ({ account }) => !account.rights.apiAccess],
  ['duplicate_reference', ({ isUsed }) => isUsed === true],
  ['transaction_not_found', ({ request, collection }) => request.kind === 'refund' && !collection],
  ['not_refundable', ({ collection }) => collection !== undefined && collection.state !== 'succeeded'],
  ['currency_not_supported', ({ request }) => request.currency !== 'UGX'],
  ['invalid_network', ({ request }) => !['MTN', 'AIRTEL'].includes(request.network)],
  ['invalid_phone_number', ({ request }) => !/^256[1-9][0-9]{8}$/.test(request.phoneNumber)],
  ['amount_below_minimum', ({ request }) => request.amount < 500],
  ['amount_above_maximum', ({ request }) => request.amount > 5_000_000],
  ['amount_too_precise', ({ request }) => !Number.isInteger(request.amount)],
  ['currency_not_activated', ({ account }) => !account.rights.activated],
  ['pin_not_set', ({ account, request }) => isPaidOut(request) && account.pin.code === null],
  ['pin_locked', ({ account, request, nowMs }) => isPaidOut(request) && nowMs < account.pin.lockedUntilMs],
  ['invalid_pin', ({ account, request }) => isPaidOut(request) && request.pin !== account.pin.code],
  ['duplicate_reference', ({ link }) => link?.isAsked === true],
  ['link_is_over', ({ link }) => link?.isOver === true],
  ['refund_exceeds_collection', ({ request, left = request.amount }) => request.amount > left],
  ['insufficient_balance', takes],
  ['network_unavailable', ({ isPaused }) => isPaused === true],
]

/** The code of the first of these rules that a request breaks. */
export function firstBroken(codes: readonly string[], given: Case): string | undefined {
  return refusals.find(([code, applies]) => codes.includes(code) && applies(given))?.[0]
}

/** What a key has to be for, to ask for a payment of each kind. */
export const scopes = { payout: 'pay', collection: 'collect', refund: 'refund' } as const

/** What keeps a caller from using a key for something now. */
export function keyRefusal(
  account: ModelAccount | undefined,
  { secretKey, from }: KeyUse,
  scope: KeyScope,
  nowMs: number,
): string | undefined {
  const key = account?.issued.find(({ secret }) => secret === secretKey)
  if (!key || !isLive(key, nowMs)) return 'invalid_secret_key'
  const mayBeUsed = (key.addresses?.includes(from) ?? true) && (key.scopes?.includes(scope) ?? true)
  return mayBeUsed ? undefined : 'key_not_allowed'
}

/** The answer to an operator who adds a key of this name, or another key in the place of one that has it. */
export function keyAnswer({ issued }: ModelAccount, deed: 'create' | 'rotate', name: string | null, nowMs: number) {
  const live = issued.filter((key) => isLive(key, nowMs))
  const namesakes = live.filter((key) => key.name === name).length
  if (deed === 'create' && namesakes > 0) return 'key_name_taken'
  return deed === 'create' ? (live.length < 20 ? 'done' : 'too_many_keys') : namesakes < 2 ? 'done' : 'too_many_keys'
}

/** The secret key of an account at a place in the order in which they were made. */
export function keyAt({ issued }: ModelAccount, place: number): ModelKey {
  const key = issued[place % issued.length]
  if (!key) throw new Error('an account without a key')
  return key
}

function isLive({ active, expiresAtMs }: ModelKey, nowMs: number): boolean {
  return active && (expiresAtMs === null || nowMs < expiresAtMs)
}

/** A PIN that was just set. */
export function modelPin(code: string | null): ModelPin {
  return { code, wrong: 0, wrongAtMs: [], locks: 0, lockedUntilMs: 0 }
}

const dayMs = 86_400_000

/** Counts a guess; nothing counts while the PIN is locked, nor does a text that can't be a PIN. */
export function countPin({ pin }: ModelAccount, guess: string, { code, nowMs }: { code: string; nowMs: number }): void {
  const longestMs = () => Math.min(dayMs, 900_000 * 2 ** Math.max(0, pin.locks - 1))
  if (code === 'done') Object.assign(pin, { wrong: 0, lockedUntilMs: 0 })
  // A clock that was ahead may have locked it for longer.
  if (code === 'pin_locked') pin.lockedUntilMs = Math.min(pin.lockedUntilMs, nowMs + longestMs())
  if (code !== 'invalid_pin' || !/^[0-9]{4,6}$/.test(guess)) return
  pin.wrongAtMs = pin.wrongAtMs.map((atMs) => Math.min(atMs, nowMs)).filter((atMs) => nowMs - atMs < dayMs)
  pin.wrongAtMs.push(nowMs)
  pin.wrong = (pin.lockedUntilMs > 0 ? 0 : pin.wrong) + 1
  if (pin.locks > 0 || pin.wrongAtMs.length >= 10) pin.locks += 1
  pin.lockedUntilMs = pin.locks > 0 || pin.wrong >= 5 ? nowMs + longestMs() : 0
}

/** Whether a payment takes money from its account. */
export const isPaidOut = ({ kind }: Pick<ModelRequest, 'kind'>) => kind !== 'collection'

/** Whether a payment has ended. */
export const isFinal = ({ state }: ModelPayment) => state === 'succeeded' || state === 'failed'

/** What a customer is to read about a payment: nothing about some. */
export const messageOf = (reference: string) => (/[02468]$/.test(reference) ? `Order ${reference}` : null)

/** Changes a balance. */
export function move(account: ModelAccount, available: number, held: number): void {
  account.available += available
  account.held += held
}

/** A line of a batch as it is asked for. */
export type ModelLine = Pick<ModelRequest, 'reference' | 'amount' | 'phoneNumber' | 'network' | 'currency'>

/** A line with what has become of it, and what its payout costs. */
export type KeptLine = ModelLine & {
  readonly fee: number
  code?: string
  payment?: ModelPayment
  /** Whether the gateway has seen that its payment has ended. */
  isOver?: boolean
}

/** A batch as the model knows it, with the key that it was asked for with. */
export type ModelBatch = {
  readonly account: ModelAccount
  readonly reference: string
  readonly secretKey: string
  readonly lines: readonly KeptLine[]
  state: 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'
}
