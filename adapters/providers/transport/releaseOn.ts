/**
 * Answers that prove that a submission was not executed: pairs of an HTTP status and the network's code, null for an
 * answer without a code.
 */
export type ReleaseOn = readonly ReleasePair[]

/** One such answer. */
export type ReleasePair = readonly [status: number, code: string | null]

/** The reason why no answer with this status and code can prove that nothing was executed; undefined when one can. */
export function whyNoProof([status, code]: ReleasePair, clearedUpByEnquiry: readonly string[]): string | undefined {
  if (code === '') return 'write null for an answer without a code'
  if (!Number.isInteger(status) || status < 200 || status > 599) return 'it is not an HTTP status of an answer'
  if (status >= 300 && status < 400) return 'a redirection says nothing about the payment'
  if (status === 408 || status === 409) return 'a timeout or a duplicate leaves the outcome of the payment open'
  if (code !== null)
    return clearedUpByEnquiry.includes(code) ? 'only an enquiry can tell what that code means' : undefined
  if (status < 300) return 'without a code it can also mean that the payment was accepted'
  if (status >= 500) return 'without a code it can also come when the payment was executed'
  return passing.includes(status) ? 'without a code it can come from any proxy on the way' : undefined
}

/** Misdirected, locked, too early, too many requests, and nginx's status for a client that disconnected. */
const passing = [421, 423, 425, 429, 499]

/** Their schema in the configuration file. */
export const releaseOnSchema = {
  type: 'array',
  expected: 'a list of pairs of an HTTP status and a code or null',
  items: {
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: [{ type: 'integer' }, { type: ['string', 'null'] }],
  },
}
