import type { SimulatedAnswer } from '../../transport/answer.ts'

/** A version of Airtel's API: the first writes the code of a status as text, the others as a number. */
export type AirtelVersion = 'v1' | 'v2' | 'v3'

/** An answer in Airtel's usual envelope. */
export type Verdict = {
  /** The HTTP status. It means little: most refusals have 200. */
  readonly http: number
  readonly success: boolean
  readonly responseCode?: string
  readonly resultCode?: string
  readonly message: string
  readonly data?: object
}

/** An answer in any of Airtel's envelopes. */
export type Reply = Verdict | SimulatedAnswer

/** The answer in the envelope and wording of one version. */
export function inVersion(version: AirtelVersion, reply: Reply): SimulatedAnswer {
  if (reply === 'cut' || !('message' in reply)) return reply
  const { http, success, responseCode, resultCode, message, data } = reply
  const code = success ? 200 : Math.max(http, 400)
  const status = {
    ...(responseCode === undefined ? {} : { response_code: responseCode }),
    code: version === 'v1' ? String(code) : code,
    success,
    ...(resultCode === undefined ? {} : { result_code: resultCode }),
    message,
  }
  return { status: http, body: { ...(data === undefined ? {} : { data }), status } }
}

/** A refusal in the usual envelope, with HTTP 200 by default; either code may be missing. */
export function refusal(
  message: string,
  codes: Pick<Verdict, 'responseCode' | 'resultCode'> & { readonly http?: number },
): Verdict {
  return { http: 200, success: false, message, ...codes }
}

/** A refusal by the router in front of the networks, in its own envelope. */
export function routed(code: string, message: string): SimulatedAnswer {
  return { status: 400, body: { status_code: code, status_message: message } }
}

/** A refusal by the token service, in yet another envelope. */
export function unauthenticated(status: number, error: string, description: string): SimulatedAnswer {
  return { status, body: { error, error_description: description } }
}

/** The answer of a proxy while Airtel is out of service. */
export const outOfService: SimulatedAnswer = {
  status: 503,
  type: 'text/html',
  body: '<html><head><title>503 Service Unavailable</title></head><body>Try again later.</body></html>',
}
