/** The contents of a simulated phone's screen. */
export type PhoneScreen = {
  readonly phoneNumber: string
  readonly network: string
  /** The network's own name for its service to customers. */
  readonly service: string
  readonly owner: string
  readonly pin: string
  readonly isInHand: boolean
  /** Whether it decides by itself, in hand or not. */
  readonly isScripted: boolean
  readonly prompts: readonly (OnPhone & { readonly untilMs: number })[]
  /** The latest first. */
  readonly messages: readonly (OnPhone & { readonly atMs: number })[]
}

/** A network's text on a phone, with its own number for the payment and its own word for the state. */
type OnPhone = { readonly receipt: string; readonly text: string; readonly status: string }

/** The result of a decision on a phone. */
export type PhoneDecision = 'approved' | 'rejected' | 'wrong_pin' | 'not_a_pin' | 'not_asked'

type Prompt = { readonly phoneNumber: string; readonly receipt: string }

/** The phones of simulated customers. */
export type Phones = {
  /** Numbers for a start. */
  readonly ready: readonly string[]
  pickUp(phoneNumber: string): PhoneScreen | undefined
  screenOf(phoneNumber: string): PhoneScreen | undefined
  approve(prompt: Prompt & { readonly pin: string }): PhoneDecision
  reject(prompt: Prompt): PhoneDecision
  putDown(phoneNumber: string): void
}

/** The path of a phone's page. */
export function phonePath(phoneNumber: string): string {
  return `/phone/${phoneNumber}`
}

/** The currency of the trials. Its country's numbers need no country code. */
export const currency = 'UGX'
