import type { Answer } from './envelope.ts'

/** Tells whether the service can take payments now. */
export type IsReady = () => boolean | Promise<boolean>

/** Answers that the process runs. */
export function livez(): Answer {
  return { status: 200, message: 'Alive' }
}

/** Answers whether the service takes payments. */
export function readyz(isReady: IsReady): () => Promise<Answer> {
  return async () => ((await isReady()) ? { status: 200, message: 'Ready' } : { refused: 'not_ready' })
}
