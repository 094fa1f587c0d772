import { callerHelp } from './caller.ts'
import { gatewayHelp } from './gateway.ts'
import { paymentHelp } from './payments.ts'
import type { ErrorCode, HttpRefusal } from './refusals.ts'
import { requestHelp } from './requests.ts'
import { webhookHelp } from './webhooks.ts'

/** What is known of something that a request may have done. */
export type Known = 'yes' | 'no' | 'unknown'

/** How a request that was refused can be sent again, for programs: what each means. */
export const retries = {
  same_request: 'Send it as it was, with the same reference; if there is a header Retry-After, after so many seconds.',
  after_change: 'Change what is wrong with the request or the account; it may have the same reference.',
  new_reference: 'Only another reference can be used; whether to send it is your decision.',
  no: 'Never: the transaction that is named is, or will be, the answer.',
} as const

/** How a request that was refused can be sent again. */
export type Retry = keyof typeof retries

type Refusal<Code extends ErrorCode> = Extract<HttpRefusal, { refused: Code }>

/**
 * What those need to know who get an error: a title for people, what programs act on, and texts of one or more sentences
 * that say the same to people.
 */
type Help<Code extends ErrorCode = ErrorCode> = {
  readonly title: string
  readonly happened: string
  readonly moneyMoved: Known
  readonly money: string
  readonly referenceUsed: Known
  readonly reference: string
  readonly retry: Retry | ((refusal: Refusal<Code>) => Retry)
  readonly toDo: string
  /** What an example of the error says beyond its code. */
  readonly example: Omit<Refusal<Code>, 'refused'>
}

/** The help for some of the errors. */
export type HelpOn<Codes extends ErrorCode> = { readonly [Code in Codes]: Help<Code> }

/** The help for every error: a new one does not compile without it. */
const helps: HelpOn<ErrorCode> = { ...requestHelp, ...callerHelp, ...paymentHelp, ...gatewayHelp, ...webhookHelp }

/** The codes of all errors, in alphabetical order. */
export const errorCodes = (Object.keys(helps) as ErrorCode[]).sort()

/** The help for an error. */
export function helpOn(code: ErrorCode): Help {
  return helps[code] as Help
}

/** How a request can be sent again that was refused. */
export function retryOf(refusal: HttpRefusal): Retry {
  const { retry } = helpOn(refusal.refused)
  return typeof retry === 'function' ? retry(refusal) : retry
}

/** An example of an error. */
export function exampleOf(code: ErrorCode): HttpRefusal {
  return { ...helps[code].example, refused: code } as HttpRefusal
}
