import { nameKeyOf } from '../model/people.ts'
import type { PeopleRefusal } from '../model/peopleRefusal.ts'
import { commonWords } from './commonWords.ts'

const [shortest, longest] = [12, 256]

/** Refuses a password that is too short, too long, or among the first that somebody would try. */
export function refusePassword({
  password,
  name,
}: {
  readonly password: string
  readonly name: string
}): PeopleRefusal | undefined {
  const { length } = [...password]
  if (length < shortest || length > longest) {
    return { refused: 'malformed_password', message: `A password has ${shortest} to ${longest} characters` }
  }
  if (!isGuessable(password, name)) return undefined
  const message =
    'That password is among the first that somebody would try: take several words that do not belong together'
  return { refused: 'guessable_password', message }
}

/** A password as it is hashed, whichever keyboard it was typed on. */
export function typedPassword(password: string): string {
  return password.normalize('NFKC')
}

/**
 * Whether a password is made of nothing but what is common: words from a list, the user's name, years, runs of neighbours
 * on a keyboard or in an alphabet, and repetitions, with letters replaced by signs like them or not.
 */
function isGuessable(password: string, name: string): boolean {
  const own = nameKeyOf(name)
    .split(/[^\p{L}\p{N}]/u)
    .filter((part) => part.length >= 3)
  const folded = password.normalize('NFKC').toLowerCase()
  // Runs of digits stand for themselves before digits stand for letters.
  return [folded, unmasked(withoutRuns(folded))].some((text) => remaining(text, own).length < fewestOwn)
}

/** How many characters have to be left when all that is common is taken out. */
const fewestOwn = 5

function remaining(text: string, own: readonly string[]): string {
  const words = [...own, ...commonWords].toSorted((one, other) => other.length - one.length)
  const without = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return distinct(withoutRuns(without).replace(/[\s\p{P}\p{S}\d]/gu, ''))
}

/** The letters of a text, each run of the same one once, and nothing that repeats what stands before it. */
function distinct(text: string): string {
  return text.replace(/(.{1,6}?)\1+/gu, '$1')
}

/** A text without runs of at least four that follow each other in an alphabet or on a keyboard, either way. */
function withoutRuns(text: string): string {
  const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qazwsxedcrfvtgb']
  return rows.flatMap((row) => [row, [...row].reverse().join('')]).reduce((left, row) => withoutRunsOf(row, left), text)
}

function withoutRunsOf(row: string, text: string): string {
  let left = text
  for (let size = row.length; size >= 4; size -= 1) {
    for (let from = 0; from + size <= row.length; from += 1) left = left.replaceAll(row.slice(from, from + size), '')
  }
  return left
}

/** A text with the letters that signs in it stand for. */
function unmasked(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    '0': 'o',
    '1': 'l',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  return [...text].map((sign) => letters[sign] ?? sign).join('')
}
