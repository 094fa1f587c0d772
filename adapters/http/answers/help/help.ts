import type { ErrorCode, HttpRefusal } from '../refusals.ts'
import { callerHelp } from './caller.ts'
import { gatewayHelp } from './gateway.ts'
import { paymentHelp } from './payments.ts'
import { requestHelp } from './requests.ts'
import { webhookHelp } from './webhooks.ts'

/** What those need to know who get an error; each text is one or more sentences. */
export type Help<Code extends ErrorCode = ErrorCode> = {
  readonly happened: string
  /** Whether money moved. */
  readonly money: string
  /** Whether the reference is used up. */
  readonly reference: string
  readonly toDo: string
  /** What an example of the error says beyond its code. */
  readonly example: Omit<Extract<HttpRefusal, { refused: Code }>, 'refused'>
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

/** An example of an error. */
export function exampleOf(code: ErrorCode): HttpRefusal {
  return { ...helps[code].example, refused: code } as HttpRefusal
}
