import type { Got } from 'got'
import { type WholeAnswer, wholeAnswer } from '../../adapters/providers/transport/wholeAnswer.ts'

const answerMs = 5_000

/** Asks an address for any answer at all; rejects when none comes within five seconds. */
export function answerFrom(http: Got, address: string): Promise<WholeAnswer> {
  return wholeAnswer(http.stream(address, { timeout: { request: answerMs } }))
}
