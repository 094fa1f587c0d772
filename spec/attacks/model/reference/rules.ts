import type { Enquired, KeyScope, Kind, Submitted } from '../../../../core/sente.ts'

/** A secret key in the model: null stands for no name, every use, every place, or no end. */
export type ModelKey = {
  readonly id: string
  readonly secret: string
  readonly name: string | null
  readonly scopes: readonly KeyScope[] | null
  readonly addresses: readonly string[] | null
  readonly expiresAtMs: number | null
  active: boolean
}

/** A PIN, or none, and the counts of wrong ones; `locks` are those after ten in 24 hours. */
type ModelPin = { code: string | null; wrong: number; wrongAtMs: number[]; locks: number; lockedUntilMs: number }

/** An account in the model, with its secret keys in the order of their making; money in UGX. */
export type ModelAccount = {
  readonly publicKey: string
  readonly issued: ModelKey[]
  rights: { kyc: boolean; apiAccess: boolean; closed: boolean; activated: boolean }
  pin: ModelPin
  available: number
  held: number
  /** Its fees so far. */
  fees: number
}

/** The secret key of a request, and the caller's address. */
export type KeyUse = { readonly secretKey: string; readonly from: string }

/** A request; a collection's PIN does not matter, and `collection` is the id of the collection to refund. */
export type ModelRequest = KeyUse & {
  readonly kind: Kind
  readonly amount: number
  readonly collection?: string
  /** The link of a customer, who has no key: the account's first one identifies it. */
  readonly link?: string
} & { readonly [Field in 'apikey' | 'pin' | 'reference' | 'phoneNumber' | 'currency' | 'network']: string }

/** The time of a report, by a claim's clock, and the run of the process. */
type Said = { readonly wallMs: number; readonly monotonicMs: number; readonly run: string }

/** A network's report under a configuration; `isSame` is false when it named another amount, currency or number. */
export type ModelReport = {
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly outcome: Enquired['outcome'] | Submitted['outcome']
  readonly isSame: boolean
  /** Its own word for the reason of a decline. */
  readonly word: string | null
  readonly config: string
  readonly at: Said
}

/** A payment in the model. */
export type ModelPayment = Pick<
  ModelRequest,
  'reference' | 'kind' | 'amount' | 'collection' | 'link' | 'phoneNumber'
> & {
  readonly account: ModelAccount
  readonly fee: number
  /**
   * For a collection the part of its fee that its refunds give back in the end; for a refund the part that it gives
   * back.
   */
  readonly back: number
  readonly config: string
  /** By the wall clock, which may have been ahead: any later reading shows that it was opened by then. */
  openedAtMs: number
  /** The moment from which it could be submitted: later than its opening if that was slow. */
  submittedFromMs: number
  state: 'submitting' | 'pending' | 'succeeded' | 'failed'
  absences: Said[]
  /** Whether it waits for a person, since its network reported another payment, or contradicted itself. */
  waits: 'no' | 'mismatch' | 'contradiction'
  /** Whether it needs attention in the books, although it has failed: then it counts as a use of its link. */
  isDoubted: boolean
  /** Whether its network has sent the number of its receipt, and the reason of its failure. */
  isReceipted: boolean
  word: string | null
}

/** A request with the facts that it is judged by. */
export type Case = {
  readonly account: ModelAccount
  readonly request: ModelRequest
  readonly nowMs: number
  readonly isUsed?: boolean
  readonly isPaused?: boolean
  /** For a payment through a link: whether the link is over, and whether the customer already has a prompt. */
  readonly link?: { readonly isOver: boolean; readonly isAsked: boolean } | undefined
  /** Its fee; not known before it is opened. */
  readonly fee?: number
  /** The collection of a refund, and the rest of it. */
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

/** The scope of a key for a payment of each kind. */
export const scopes = { payout: 'pay', collection: 'collect', refund: 'refund' } as const

/** The reason why a caller cannot use a key for something now. */
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

/** The answer to an operator who adds a key of this name, or replaces one with it. */
export function keyAnswer({ issued }: ModelAccount, deed: 'create' | 'rotate', name: string | null, nowMs: number) {
  const live = issued.filter((key) => isLive(key, nowMs))
  const namesakes = live.filter((key) => key.name === name).length
  if (deed === 'create' && namesakes > 0) return 'key_name_taken'
  return deed === 'create' ? (live.length < 20 ? 'done' : 'too_many_keys') : namesakes < 2 ? 'done' : 'too_many_keys'
}

/** The secret key of an account at a place in the order of their making. */
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

/** The message for a customer about a payment; nothing about some. */
export const messageOf = (reference: string) => (/[02468]$/.test(reference) ? `Order ${reference}` : null)

/** Changes a balance. */
export function move(account: ModelAccount, available: number, held: number): void {
  account.available += available
  account.held += held
}

/** A requested line of a batch. */
export type ModelLine = Pick<ModelRequest, 'reference' | 'amount' | 'phoneNumber' | 'network' | 'currency'>

/** A line with its state, and the fee of its payout. */
export type KeptLine = ModelLine & {
  readonly fee: number
  code?: string
  payment?: ModelPayment
  /** Whether the gateway has seen that its payment has ended. */
  isOver?: boolean
}

/** A batch in the model, with the key that posted it. */
export type ModelBatch = {
  readonly account: ModelAccount
  readonly reference: string
  readonly secretKey: string
  readonly lines: readonly KeptLine[]
  state: 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'
}
