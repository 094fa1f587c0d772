import type { Callback, Callbacks } from './callbacks.ts'
import type { End, Kind, Payment, PaymentId, Payments, Submission } from './payments.ts'
import { type Behaviour, behaviourOf, type Pace } from './testNumbers.ts'
import type { Timers } from './timers.ts'

/** What every simulated network needs. */
export type NetworkParts = {
  readonly payments: Payments
  readonly timers: Timers
  readonly callbacks: Callbacks
  readonly approvalMs: number
  readonly silentMs: number
  /** How many seconds an access token is valid; undefined for the network's own default. */
  readonly tokenSeconds: number | undefined
}

/** What differs between networks. */
export type NetworkProfile = {
  readonly name: string
  /** When a payment ends, unless its phone number says otherwise. */
  readonly usualPace: Readonly<Record<Kind, Pace>>
  /** Whether it has a status for a payment that it took back; without one, a payment is never reversed. */
  readonly reverses: boolean
  /** The callback about an ended payment; null where there is no address to call. */
  callbackOf(payment: Payment): Callback | null
}

/** The outcome of a submission, without its wire format. A payment has its status of that moment. */
export type Received =
  | { readonly accepted: Payment }
  | NonNullable<Behaviour['notTaken']>
  | Exclude<Behaviour['answer'], 'accepted'>
  | 'duplicate'
  | 'unavailable'

/** A mobile money network without its wire format. */
export type Network = {
  /** Accepts a submission, or treats it as its test number says; resolves when it is time to answer. */
  receive(submission: Submission): Promise<Received>
  /** Looks up a payment. */
  enquire(id: PaymentId): Payment | 'unknown' | 'unavailable'
  /** Resumes the payments that were open when the last process ended. */
  resume(): void
}

/** Makes a network that has this profile. */
export function simulatedNetwork(
  { name, usualPace, reverses, callbackOf }: NetworkProfile,
  { payments, timers, callbacks, approvalMs, silentMs }: NetworkParts,
): Network {
  const delayMs = { atOnce: 0, approved: approvalMs, delayed: 5 * approvalMs }

  function turnsAway(id: PaymentId): boolean {
    if (payments.turnedAway(id) >= attemptsTurnedAway) return false
    payments.turnAway(id)
    return true
  }

  async function take(submission: Submission, behaviour: Behaviour): Promise<Payment> {
    const pace = behaviour.pace === 'usual' ? usualPace[submission.kind] : behaviour.pace
    const endsAtMs = behaviour.payment === 'staysOpen' ? null : Date.now() + delayMs[pace]
    const payment = payments.take(submission, endsAtMs)
    const calledBack = pace === 'atOnce' ? end(payment) : endInTime(payment)
    if (behaviour.answersAfter === 'callback') await calledBack
    if (behaviour.answersAfter === 'silence') await timers.pause(silentMs)
    return payments.find(payment) ?? payment
  }

  async function endInTime(payment: Payment) {
    if (payment.endsAtMs === null) return
    await timers.pause(Math.max(0, payment.endsAtMs - Date.now()))
    await end(payment)
  }

  async function end(payment: Payment) {
    const ended = payments.end(payment, endOf(behaviourOf(payment.kind, payment.phoneNumber)))
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
      const behaviour = behaviourOf(submission.kind, submission.phoneNumber)
      if (behaviour.busyAtFirst && turnsAway(submission)) return 'unavailable'
      if (payments.find(submission)) return 'duplicate'
      if (behaviour.notTaken) return behaviour.notTaken
      const payment = await take(submission, behaviour)
      return behaviour.answer === 'accepted' ? { accepted: payment } : behaviour.answer
    },
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

function endOf({ payment }: Behaviour): End {
  return typeof payment === 'object' ? { status: 'failed', reason: payment.fails } : { status: 'successful' }
}
