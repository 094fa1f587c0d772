/**
 * Answers to a submission that say it was certainly not executed: pairs of an HTTP status and the network's code, null
 * where the answer has none.
 */
export type ReleaseOn = readonly (readonly [status: number, code: string | null])[]
