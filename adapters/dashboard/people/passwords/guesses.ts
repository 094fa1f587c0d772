import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { type PasswordGuesses, PasswordsBusy } from '../../../../core/sente.ts'
import type { GuessedPassword } from './zxcvbn.ts'

/** The most passwords that wait to be judged: the last of them for some ten seconds. */
const mostWaiting = 20

/**
 * Judges passwords by zxcvbn and the 50,000 that leaked most often: one at a time, each in a thread, which frees its
 * memory when it ends. Throws `PasswordsBusy` while too many wait.
 */
export function zxcvbnGuesses(): PasswordGuesses {
  const oneByOne = pLimit(1)
  return {
    async log10(password, words) {
      if (oneByOne.pendingCount >= mostWaiting) throw new PasswordsBusy()
      return oneByOne(() => guessesOf({ password, words }))
    },
  }
}

async function guessesOf(workerData: GuessedPassword): Promise<number> {
  const file = new URL(`guessWorker${extname(import.meta.url)}`, import.meta.url)
  const [log10] = await once(new Worker(file, { workerData }), 'message')
  return log10
}
