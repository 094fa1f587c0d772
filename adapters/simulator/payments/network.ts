import type { Timers } from '../timers.ts'
import type { Callback, Callbacks } from '../transport/callbacks.ts'
import type { End, Kind, Payment, PaymentId, Payments, Submission } from './payments.ts'
import { type Behaviour, behaviourOf, isUndecided, type Pace } from './testNumbers.ts'
import { type Holder, holderOf } from './wallets.ts'

/** The dependencies of every simulated network. */
export type NetworkParts = {
  readonly payments: Payments
  readonly timers: Timers
  readonly callbacks: Callbacks
  readonly approvalMs: number
  readonly silentMs: number
  /** The time that a customer has to answer a prompt. */
  readonly promptMs: number
  /** Whether a person has this phone in hand, and so approves payments on it. */
  isInHand(phoneNumber: string): boolean
  /** How many seconds an access token is valid; undefined for the network's own default. */
  readonly tokenSeconds: number | undefined
}

/** The properties that differ between networks. */
export type NetworkProfile = {
  readonly name: string
  /** The prefixes of its customers' phone numbers, with the country code. */
  readonly prefixes: readonly string[]
  /** When a payment ends, unless its phone number says otherwise. */
  readonly usualPace: Readonly<Record<Kind, Pace>>
  /** Whether it has a status for a reversed payment. Without one, a payment is never reversed. */
  readonly reverses: boolean
  /** The callback about an ended payment; null if there is no URL for it. */
  callbackOf(payment: Payment): Callback | null
}

/** The outcome of a submission, without its wire format. A payment has its status at that moment. */
export type Received =
  | { readonly accepted: Payment }
  | NonNullable<Behaviour['notTaken']>
  | Exclude<Behaviour['answer'], 'accepted'>
  | 'duplicate'
  | 'unavailable'

/** A mobile money network without its wire format. */
export type Network = {
  /** Accepts a submission, or treats it as its test number requires. Resolves when it is time to answer. */
  receive(submission: Submission): Promise<Received>
  /** The owner of a phone number; undefined for a number of another network, or without an owner. */
  holder(phoneNumber: string): Holder | undefined
  /** Ends a payment that waits for its customer, with the customer's decision. */
  decide(payment: Payment, decision: End): void
  /** Looks up a payment. */
  enquire(id: PaymentId): Payment | 'unknown' | 'unavailable'
  /** Resumes the payments that were open when the last process ended. */
  resume(): void
}

/** Makes a network with this profile. */
export function simulatedNetwork(
  { name, prefixes, usualPace, reverses, callbackOf }: NetworkProfile,
  { payments, timers, callbacks, approvalMs, silentMs, promptMs, isInHand }: NetworkParts,
): Network {
  const delayMs = { atOnce: 0, approved: approvalMs, delayed: 5 * approvalMs }

  const knows = (phoneNumber: string) => prefixes.some((prefix) => phoneNumber.startsWith(prefix))

  function turnsAway(id: PaymentId): boolean {
    if (payments.turnedAway(id) >= attemptsTurnedAway) return false
    payments.turnAway(id)
    return true
  }

  async function take(submission: Submission, behaviour: Behaviour): Promise<Payment> {
    const pace = behaviour.pace === 'usual' ? usualPace[submission.kind] : behaviour.pace
    const payment = payments.take(submission, plannedEnd(submission, behaviour, delayMs[pace]))
    const calledBack = pace === 'atOnce' ? end(payment) : endInTime(payment)
    if (behaviour.answersAfter === 'callback') await calledBack
    if (behaviour.answersAfter === 'silence') await timers.pause(silentMs)
    return payments.find(payment) ?? payment
  }

  function plannedEnd(
    { kind, phoneNumber }: Submission,
    behaviour: Behaviour,
    afterMs: number,
  ): Pick<Payment, 'endsAtMs' | 'asks'> {
    if (behaviour.payment === 'staysOpen') return { endsAtMs: null }
    const isAsked = kind === 'collection' && isUndecided(behaviour) && isInHand(phoneNumber)
    return isAsked ? { endsAtMs: Date.now() + promptMs, asks: true } : { endsAtMs: Date.now() + afterMs }
  }

  async function endInTime(payment: Payment) {
    if (payment.endsAtMs === null) return
    await timers.pause(Math.max(0, payment.endsAtMs - Date.now()))
    if (payments.find(payment)?.status === 'pending') await end(payment)
  }

  async function end(payment: Payment, as: End = endOf(payment)) {
    const ended = payments.end(payment, as)
    if (isReversed(ended)) void reverseInTime(ended)
    await callBack(ended)
  }

  function isReversed({ kind, phoneNumber, status }: Payment): boolean {
    return reverses && status === 'successful' && behaviourOf(kind, phoneNumber).payment === 'isReversed'
  }

  async function reverseInTime(payment: Payment) {
    await timers.pause(approvalMs)
    await callBack(payments.end(payment, { status: 'reversed' }))
  }

  async function callBack(payment: Payment) {
    const callback = callbackOf(payment)
    if (callback === null) return
    const behaviour = behaviourOf(payment.kind, payment.phoneNumber)
    for (let sent = 0; sent < behaviour.callbacks; sent++) await callbacks.send(callback)
  }

  return {
    async receive(submission) {
      if (!knows(submission.phoneNumber))
        return { refused: submission.kind === 'payout' ? 'PAYEE_NOT_FOUND' : 'PAYER_NOT_FOUND' }
      const behaviour = behaviourOf(submission.kind, submission.phoneNumber)
      if (behaviour.busyAtFirst && turnsAway(submission)) return 'unavailable'
      if (payments.find(submission)) return 'duplicate'
      if (behaviour.notTaken) return behaviour.notTaken
      const payment = await take(submission, behaviour)
      return behaviour.answer === 'accepted' ? { accepted: payment } : behaviour.answer
    },
    decide(payment, decision) {
      void end({ ...payment, endsAtMs: Date.now() }, decision)
    },
    holder: (phoneNumber) => (knows(phoneNumber) ? holderOf(phoneNumber) : undefined),
    enquire(id) {
      if (payments.turnedAway(id) > 0 && turnsAway(id)) return 'unavailable'
      return payments.find(id) ?? 'unknown'
    },
    resume() {
      for (const payment of payments.all()) {
        if (payment.network !== name) continue
        if (payment.status === 'pending') void endInTime(payment)
        if (isReversed(payment)) void reverseInTime(payment)
      }
    },
  }
}

const attemptsTurnedAway = 2

/** The outcome without a person's decision. */
function endOf({ kind, phoneNumber, asks }: Payment): End {
  if (asks) return { status: 'failed', reason: 'EXPIRED' }
  const { payment } = behaviourOf(kind, phoneNumber)
  return typeof payment === 'object' ? { status: 'failed', reason: payment.fails } : { status: 'successful' }
}
