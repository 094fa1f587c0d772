import { batchHelp } from './batchHelp.ts'
import { callerHelp } from './callerHelp.ts'
import { gatewayHelp } from './gatewayHelp.ts'
import type { Help, HelpOn, Retry } from './helpForm.ts'
import { linkHelp } from './linkHelp.ts'
import { paymentHelp } from './paymentHelp.ts'
import type { ErrorCode, HttpRefusal } from './refusals.ts'
import { requestHelp } from './requestHelp.ts'
import { webhookHelp } from './webhookHelp.ts'

/** The help for every error: a new one does not compile without it. */
const helps: HelpOn<ErrorCode> = {
  ...requestHelp,
  ...callerHelp,
  ...paymentHelp,
  ...batchHelp,
  ...linkHelp,
  ...gatewayHelp,
  ...webhookHelp,
}

/** The codes of all errors, in alphabetical order. */
export const errorCodes = (Object.keys(helps) as ErrorCode[]).sort()

/** The help for an error. */
export function helpOn(code: ErrorCode): Help {
  return helps[code] as Help
}

/** How a refused request can be sent again. */
export function retryOf(refusal: HttpRefusal): Retry {
  const { retry } = helpOn(refusal.refused)
  return typeof retry === 'function' ? retry(refusal) : retry
}

/** An example of an error. */
export function exampleOf(code: ErrorCode): HttpRefusal {
  return { ...helps[code].example, refused: code } as HttpRefusal
}
