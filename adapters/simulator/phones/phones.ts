import type { End, Payments } from '../payments/payments.ts'
import type { Hands } from './hands.ts'
import { isPrompt, type PhoneNetwork, type PhoneScreen, screenOn } from './screen.ts'

/** One of the collections for which a phone shows a prompt, by the number of the prompt. */
export type PromptOf = { readonly phoneNumber: string; readonly receipt: string }

/**
 * The result of a decision. A wrong PIN ends the payment with the network's own decline. A PIN of another length or
 * with other characters is not accepted, and neither is a decision on a prompt that has ended.
 */
export type PhoneDecision = 'approved' | 'rejected' | 'wrong_pin' | 'not_a_pin' | 'not_asked'

/**
 * The phones of the networks' customers, for a person who plays one of them. A number is digits with the country code.
 */
export type Phones = {
  /** Numbers for a start, one of each network. */
  readonly ready: readonly string[]
  /**
   * Takes a phone in hand, so that it shows a prompt for each later collection. Undefined for a number that no network
   * has issued.
   */
  pickUp(phoneNumber: string): PhoneScreen | undefined
  /** The screen of a phone. A phone in hand stays there while its screen is read. */
  screenOf(phoneNumber: string): PhoneScreen | undefined
  /** Approves a prompt with the given PIN. */
  approve(prompt: PromptOf & { readonly pin: string }): PhoneDecision
  /** Rejects a prompt. */
  reject(prompt: PromptOf): PhoneDecision
  /** Puts a phone down: collections end without it again, and its open prompts expire. */
  putDown(phoneNumber: string): void
}

/** The phones of the customers of all these networks. */
export function openPhones(networks: readonly PhoneNetwork[], parts: { payments: Payments; hands: Hands }): Phones {
  const { payments, hands } = parts

  function screenOf(phoneNumber: string): PhoneScreen | undefined {
    if (!whole.test(phoneNumber)) return undefined
    if (hands.has(phoneNumber)) hands.take(phoneNumber)
    const isInHand = hands.has(phoneNumber)
    for (const network of networks) {
      const screen = screenOn(network, { phoneNumber, isInHand, payments })
      if (screen) return screen
    }
    return undefined
  }

  function decide({ phoneNumber, receipt }: PromptOf, decision: (network: PhoneNetwork) => Decision): PhoneDecision {
    const payment = payments.all().find((one) => one.phoneNumber === phoneNumber && one.receipt === receipt)
    const network = networks.find(({ name }) => name === payment?.network)
    if (!payment || !network || !isPrompt(payment)) return 'not_asked'
    const { as, end } = decision(network)
    if (end) network.decide(payment, end)
    return as
  }

  return {
    ready: ['256770000001', '256750000001'],
    pickUp(phoneNumber) {
      if (!screenOf(phoneNumber)) return undefined
      hands.take(phoneNumber)
      return screenOf(phoneNumber)
    },
    screenOf,
    approve: ({ pin, ...prompt }) => decide(prompt, (network) => entered(pin, network)),
    reject: (prompt) => decide(prompt, () => ({ as: 'rejected', end: declined })),
    putDown: hands.putDown,
  }
}

/** The country code and nine digits. */
const whole = /^[0-9]{12}$/

type Decision = { readonly as: PhoneDecision; readonly end?: End }

const declined: End = { status: 'failed', reason: 'APPROVAL_REJECTED' }

function entered(pin: string, network: Pick<PhoneNetwork, 'pin'>): Decision {
  if (pin === network.pin) return { as: 'approved', end: { status: 'successful' } }
  const isPin = /^[0-9]+$/.test(pin) && pin.length === network.pin.length
  return isPin ? { as: 'wrong_pin', end: declined } : { as: 'not_a_pin' }
}
