/** What a simulated phone shows. */
export type PhoneScreen = {
  readonly phoneNumber: string
  readonly network: string
  /** As the network calls what it offers to customers. */
  readonly service: string
  readonly owner: string
  readonly pin: string
  readonly isInHand: boolean
  /** Whether it decides by itself, in hand or not. */
  readonly isScripted: boolean
  readonly prompts: readonly (Told & { readonly untilMs: number })[]
  /** The latest first. */
  readonly messages: readonly (Told & { readonly atMs: number })[]
}

/** What a network says on a phone, with its own number for the payment and its own word for how that stands. */
type Told = { readonly receipt: string; readonly text: string; readonly status: string }

/** What came of a decision on a phone. */
export type PhoneDecision = 'approved' | 'rejected' | 'wrong_pin' | 'not_a_pin' | 'not_asked'

type Prompt = { readonly phoneNumber: string; readonly receipt: string }

/** The phones of simulated customers. */
export type Phones = {
  /** Numbers to begin with. */
  readonly ready: readonly string[]
  pickUp(phoneNumber: string): PhoneScreen | undefined
  screenOf(phoneNumber: string): PhoneScreen | undefined
  approve(prompt: Prompt & { readonly pin: string }): PhoneDecision
  reject(prompt: Prompt): PhoneDecision
  putDown(phoneNumber: string): void
}

/** Where a phone is shown. */
export function phonePath(phoneNumber: string): string {
  return `/phone/${phoneNumber}`
}

/** What a newcomer tries out is in this currency, and its country's numbers need no country code. */
export const currency = 'UGX'
