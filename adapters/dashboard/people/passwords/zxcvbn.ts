import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A password, and the words that attackers guess before all others. */
export type GuessedPassword = { readonly password: string; readonly words: readonly string[] }

/** How much of a password is judged: longer ones take many seconds, and this part has enough guesses. */
const maxLength = 64

/** Makes the function that counts the guesses for a password, as a power of ten. Its lists take some 50 MB. */
export function guessing(): (guessed: GuessedPassword) => number {
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength })
  return ({ password, words }) => zxcvbn.check(password, [...words]).guessesLog10
}
