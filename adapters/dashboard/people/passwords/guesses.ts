import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { PasswordGuesses } from '../../../../core/sente.ts'
import type { GuessedPassword } from './zxcvbn.ts'

/**
 * Judges passwords by zxcvbn and the 50,000 that leaked most often: one at a time, each in a thread, whose memory is given back
 * with it.
 */
export function zxcvbnGuesses(): PasswordGuesses {
  const oneByOne = pLimit(1)
  return { log10: (password, words) => oneByOne(() => guessesOf({ password, words })) }
}

async function guessesOf(workerData: GuessedPassword): Promise<number> {
  const file = new URL(`guessWorker${extname(import.meta.url)}`, import.meta.url)
  const [log10] = await once(new Worker(file, { workerData }), 'message')
  return log10
}
