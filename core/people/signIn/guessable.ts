import { type PeopleRefusal, tooBusy, tooManyAttempts } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type PasswordGuesses, PasswordsBusy } from '../../ports/people/passwords.ts'
import type { People } from '../../ports/people/people.ts'
import type { Secrets } from '../../ports/secrets.ts'

const [shortest, longest] = [12, 256]

/** The fewest guesses that a password may need, as a power of ten: more than for a common word and a year. */
const fewestGuessesLog10 = 11

/** The words that an attacker of passwords here tries first: the name of sente, and its business. */
const near = ['sente', 'mobile', 'money', 'momo', 'mtn', 'airtel']

/** A new password, the name of its user, and the name of the user's account, if there is one. */
type NewPassword = { readonly password: string; readonly name: string; readonly accountName?: string | undefined }

/** The ports for judging a password. */
type JudgingPorts = {
  readonly people: Pick<People, 'countAttempt'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly secrets: Pick<Secrets, 'digest'>
  readonly guesses: PasswordGuesses
}

/** How many passwords of one user, or by one link, are judged within the time: judging takes half a second. */
const [mostJudged, withinMs] = [20, 10 * 60_000]

/**
 * Refuses a password that is too short, too long, or among the first guesses of an attacker, and the 21st that is
 * judged in ten minutes for a user or a link. Refused with `too_busy` while too many wait to be judged.
 */
export async function refusePassword(
  { people, clock, secrets, guesses }: JudgingPorts,
  whose: string,
  { password, name, accountName = '' }: NewPassword,
): Promise<PeopleRefusal | undefined> {
  const { length } = [...password]
  if (length < shortest || length > longest) {
    return { refused: 'malformed_password', message: `A password must have ${shortest} to ${longest} characters` }
  }
  const counts = [{ key: secrets.digest(JSON.stringify(['new password', whose])), most: mostJudged }]
  const counted = await people.countAttempt({ counts, withinMs, nowMs: clock.nowMs() })
  if ('retryAtMs' in counted) return tooManyAttempts(counted.retryAtMs)
  const words = [...near, ...wordsOf(name), ...wordsOf(accountName)]
  const log10 = await unlessBusy(guesses.log10(typedPassword(password), words))
  if (log10 === undefined) return tooBusy(clock.nowMs())
  return log10 >= fewestGuessesLog10 ? undefined : guessable
}

/** Waits for work on a password. Resolves with undefined while too much of it waits. */
export async function unlessBusy<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PasswordsBusy) return undefined
    throw error
  }
}

const guessable: PeopleRefusal = {
  refused: 'guessable_password',
  message: 'That password is easy to guess: use several words that do not belong together',
}

/** A name and its parts. */
function wordsOf(name: string): string[] {
  const text = typedPassword(name).toLowerCase()
  return [text, ...text.split(/[^\p{L}\p{N}]/u)].filter((word) => word.length >= 3)
}

/** A password in the form that is hashed, the same from every keyboard. */
export function typedPassword(password: string): string {
  return password.normalize('NFKC')
}
