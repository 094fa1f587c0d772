import type { PeopleRefusal } from '../model/peopleRefusal.ts'
import type { PasswordGuesses } from '../ports/people/passwords.ts'

const [shortest, longest] = [12, 256]

/** How many guesses a password has to take, as a power of ten: more than a common word and a year do. */
const fewestGuessesLog10 = 11

/** The words that a guesser of passwords here tries first: the name of sente, and its business. */
const near = ['sente', 'mobile', 'money', 'momo', 'mtn', 'airtel']

/** A password that is to be set, whose it is, and the name of the user's account if there is one. */
type NewPassword = { readonly password: string; readonly name: string; readonly accountName?: string | undefined }

/** Refuses a password that is too short, too long, or among the first that somebody would try. */
export async function refusePassword(
  guesses: PasswordGuesses,
  { password, name, accountName = '' }: NewPassword,
): Promise<PeopleRefusal | undefined> {
  const { length } = [...password]
  if (length < shortest || length > longest) {
    return { refused: 'malformed_password', message: `A password has ${shortest} to ${longest} characters` }
  }
  const words = [...near, ...wordsOf(name), ...wordsOf(accountName)]
  if ((await guesses.log10(typedPassword(password), words)) >= fewestGuessesLog10) return undefined
  const message =
    'That password is among the first that somebody would try: take several words that do not belong together'
  return { refused: 'guessable_password', message }
}

/** A name and its parts. */
function wordsOf(name: string): string[] {
  const text = typedPassword(name).toLowerCase()
  return [text, ...text.split(/[^\p{L}\p{N}]/u)].filter((word) => word.length >= 3)
}

/** A password as it is hashed, whichever keyboard it was typed on. */
export function typedPassword(password: string): string {
  return password.normalize('NFKC')
}
