import type { Network } from '../payments/network.ts'
import type { Payment, Payments } from '../payments/payments.ts'
import { behaviourOf, isUndecided } from '../payments/testNumbers.ts'

/** A collection that waits for the person with the phone in hand. */
export type PhonePrompt = {
  /** The network's number for the payment. */
  readonly receipt: string
  /** Decimal text in major units. */
  readonly amount: string
  readonly currency: string
  /** The network's prompt in its own words, with the caller's text. */
  readonly text: string
  /** The network's own word for its status. */
  readonly status: string
  /** The time when it expires, in epoch milliseconds. */
  readonly untilMs: number
}

/** A text message about a payment that has ended. */
export type PhoneMessage = {
  /** The network's number for the payment. */
  readonly receipt: string
  readonly text: string
  /** The network's own word for its status. */
  readonly status: string
  /** The time when the payment ended, in epoch milliseconds. */
  readonly atMs: number
}

/** The contents of a phone's screen. */
export type PhoneScreen = {
  readonly phoneNumber: string
  /** The network's name in the gateway, such as `MTN`. */
  readonly network: string
  /** The network's own name for its service to customers. */
  readonly service: string
  /** The registered owner of the number. */
  readonly owner: string
  /** The PIN of its owner. Any other is wrong. */
  readonly pin: string
  /** Whether a person has it in hand, and gets a prompt for each collection. */
  readonly isInHand: boolean
  /** Whether it is a test number, which decides collections by itself. */
  readonly isScripted: boolean
  /** The prompts, oldest first. */
  readonly prompts: readonly PhonePrompt[]
  /** The latest 20 messages, newest first. */
  readonly messages: readonly PhoneMessage[]
}

/** A network on the phones of its customers. */
export type PhoneNetwork = Pick<Network, 'holder' | 'decide'> & {
  readonly name: string
  readonly service: string
  readonly pin: string
  statusOf(payment: Payment): string
  /** The text of the prompt to the customer. */
  promptOf(payment: Payment): string
  /** The text of the final message to the customer. */
  messageOf(payment: Payment): string
}

/** How many messages a phone shows. */
const mostMessages = 20

/** The screen of the phone with this number; undefined when the network has no customer with it. */
export function screenOn(
  network: PhoneNetwork,
  { phoneNumber, isInHand, payments }: { phoneNumber: string; isInHand: boolean; payments: Pick<Payments, 'all'> },
): PhoneScreen | undefined {
  const holder = network.holder(phoneNumber)
  if (!holder) return undefined
  const { name, service, pin } = network
  const own = payments.all().filter((payment) => payment.network === name && payment.phoneNumber === phoneNumber)
  return {
    phoneNumber,
    network: name,
    service,
    pin,
    isInHand,
    owner: `${holder.given} ${holder.family}`,
    isScripted: !isUndecided(behaviourOf('collection', phoneNumber)),
    prompts: own.filter(isPrompt).map((payment) => promptOn(network, payment)),
    messages: own
      .filter(isShown)
      .map((payment) => messageOn(network, payment))
      .sort((one, other) => other.atMs - one.atMs)
      .slice(0, mostMessages),
  }
}

/** Whether a payment waits for its customer. */
export function isPrompt({ status, asks }: Payment): boolean {
  return status === 'pending' && asks === true
}

/** Whether the customer gets a message: about money that moved, and about prompts. */
function isShown({ status, asks }: Payment): boolean {
  return status !== 'pending' && (status !== 'failed' || asks === true)
}

function promptOn({ promptOf, statusOf }: PhoneNetwork, payment: Payment): PhonePrompt {
  const { receipt, amount, currency, endsAtMs } = payment
  return { receipt, amount, currency, text: promptOf(payment), status: statusOf(payment), untilMs: endsAtMs ?? 0 }
}

function messageOn({ messageOf, statusOf }: PhoneNetwork, payment: Payment): PhoneMessage {
  const { receipt, endsAtMs } = payment
  return { receipt, text: messageOf(payment), status: statusOf(payment), atMs: endsAtMs ?? 0 }
}
