import type { ErrorCode, HttpRefusal } from './refusals.ts'

/** Whether a request has had an effect, as far as it is known. */
export type Known = 'yes' | 'no' | 'unknown'

/** How a refused request can be sent again, for programs: each value and its meaning. */
export const retries = {
  same_request: 'Send it as it was, with the same reference; if there is a header Retry-After, after so many seconds.',
  after_change: 'Change what is wrong with the request or the account; it may have the same reference.',
  new_reference: 'Only another reference can be used; whether to send it is your decision.',
  no: 'Never: the transaction that is named is, or will be, the answer.',
} as const

/** How a refused request can be sent again. */
export type Retry = keyof typeof retries

type Refusal<Code extends ErrorCode> = Extract<HttpRefusal, { refused: Code }>

/**
 * The help for an error: a title, the facts that programs act on, and the same facts for people in one or more
 * sentences each.
 */
export type Help<Code extends ErrorCode = ErrorCode> = {
  readonly title: string
  readonly happened: string
  readonly moneyMoved: Known
  readonly money: string
  readonly referenceUsed: Known
  readonly reference: string
  readonly retry: Retry | ((refusal: Refusal<Code>) => Retry)
  readonly toDo: string
  /** The fields of an example of the error, without its code. */
  readonly example: Omit<Refusal<Code>, 'refused'>
}

/** The help for some of the errors. */
export type HelpOn<Codes extends ErrorCode> = { readonly [Code in Codes]: Help<Code> }

/** The facts that most errors share: the request did nothing, and would be refused again unchanged. */
export const nothingDone = {
  moneyMoved: 'no',
  money: 'No money was moved or held.',
  referenceUsed: 'no',
  reference: 'The request has used up no reference.',
  retry: 'after_change',
  example: {},
} as const
