import type { ErrorCode, HttpRefusal } from './refusals.ts'

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
export type Help<Code extends ErrorCode = ErrorCode> = {
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

/** What most errors have in common: the request did nothing, and would be refused again as it is. */
export const nothingDone = {
  moneyMoved: 'no',
  money: 'No money was moved or held.',
  referenceUsed: 'no',
  reference: 'The request has used up no reference.',
  retry: 'after_change',
  example: {},
} as const
