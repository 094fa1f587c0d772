import type { StepRows } from '../../../../core/sente.ts'

/** The rows that a step finds in books with an account and nothing else. */
export const noRows: StepRows = {
  nowMs: (callersMs) => callersMs,
  isQuarantined: () => false,
  quarantines: () => 0,
  stopsOf: () => [],
  accountVersion: () => 1,
  pinCount: () => undefined,
  prompts: () => [],
  dayCount: () => undefined,
  refunded: () => ({ minor: 0n, feeBackMinor: 0n }),
  link: () => undefined,
  reference: () => undefined,
  balance: () => undefined,
  transaction: () => undefined,
  funding: () => undefined,
  exchanges: () => 0,
  lastEvent: () => 0,
  chainEnd: () => ({ number: 0, hash: '' }),
  isEnded: () => false,
  batch: () => undefined,
  batchLine: () => undefined,
}
