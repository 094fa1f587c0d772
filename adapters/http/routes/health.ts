import { quarantined } from '../../../core/sente.ts'
import type { Answer } from '../answers/envelope.ts'

/** Tells whether the service can take payments now. */
export type IsReady = () => boolean | Promise<boolean>

/** Tells whether payments are refused until an operator has compared the books with the networks. */
export type IsQuarantined = () => Promise<boolean>

/** Answers that the process runs. */
export function livez(): Answer {
  return { status: 200, message: 'Alive' }
}

/** Answers whether the service takes payments. */
export function readyz(isReady: IsReady, isQuarantined: IsQuarantined): () => Promise<Answer> {
  return async () => {
    if (!(await isReady())) return { refused: 'not_ready' }
    return (await isQuarantined()) ? quarantined : { status: 200, message: 'Ready' }
  }
}
