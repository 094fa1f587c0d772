import { answers, type Code } from '../answers.ts'
import { chapterHeads, parts } from './book.ts'
import type { Stated } from './statements.ts'

/** The parts of a rule for the check of its place in the book. */
type Placed = Pick<Stated, 'number' | 'path'>

/**
 * Specs of the rules outside the folder or file of a chapter, chapters outside their part, and rules outside their
 * chapter.
 */
export function misplaced(paths: readonly string[], rules: readonly Placed[]): string[] {
  const specs = paths.filter((path) => path.startsWith('spec/rules/') && path.endsWith('.spec.ts'))
  const outside = specs.filter((path) => partOf(placeOf(path)?.chapter) !== (placeOf(path)?.part ?? 'none'))
  const strays = rules.filter(({ number, path }) => placeOf(path)?.chapter !== chapterOf(number))
  return [
    ...outside.map((path) => `${path} is in no chapter of its part`),
    ...strays.map(({ number, path }) => `${path || 'a file outside the chapters'} states ${number}`),
  ]
}

/**
 * Numbers of chapters that are left out, that two chapters have, or that are misplaced in the list of chapters. Each
 * part counts within a hundred of its own, so that a new chapter changes the numbers of no other.
 */
export function gaps(paths: readonly string[], listed: readonly number[]): string[] {
  const places = new Map(paths.flatMap((path) => placeOf(path) ?? []).map((place) => [place.key, place.chapter]))
  const found = [...places.values()].sort((one, other) => one - other)
  return [found, listed]
    .flatMap((chapters) =>
      parts.flatMap((_, part) =>
        outOfLine(
          chapters.filter((chapter) => Math.floor(chapter / 100) === part),
          part * 100,
        ),
      ),
    )
    .map((chapter) => `chapter ${chapter}`)
}

/** Rules whose numbers are not 1 to n, each once, in the order in which their files state them. */
export function disordered(rules: readonly Placed[]): string[] {
  return [...new Set(rules.map(({ number }) => chapterOf(number)))].flatMap((chapter) => {
    const own = rules.filter(({ number }) => chapterOf(number) === chapter)
    const files = [...new Set(own.map(({ path }) => path))]
      .map((path) => own.filter((rule) => rule.path === path).map(({ number }) => Number(number.split('.')[1])))
      .sort(([one = 0], [other = 0]) => one - other)
    return outOfLine(files.flat()).map((place) => `rule ${chapter}.${place}`)
  })
}

/** Headings with another chapter than their rules, or with another title than in the list of chapters. */
export function mistitled(rules: readonly Pick<Stated, 'number' | 'path' | 'chapter' | 'title'>[]): string[] {
  const titles = new Map(chapterHeads.map(({ number, title }) => [number, title]))
  const wrong = rules.filter(
    ({ number, chapter, title }) => chapterOf(number) !== chapter || titles.get(chapter) !== title,
  )
  return [...new Set(wrong.map(({ path, chapter, title }) => `${path} is headed ${chapter} ${title}`))]
}

/** Errors stated by no rule or by several, and errors with a link to another rule than their own. */
export function unstated(
  rules: readonly Pick<Stated, 'number' | 'refuses'>[],
  linked: (code: Code) => string,
): string[] {
  return (Object.keys(answers) as Code[]).flatMap((code) => {
    const numbers = rules.filter(({ refuses }) => refuses.includes(code)).map(({ number }) => number)
    if (numbers.length !== 1) return [`${code} is stated by ${numbers.join(' and ') || 'no rule'}`]
    return numbers[0] === linked(code) ? [] : [`${code} is stated by ${numbers[0]} and links to ${linked(code)}`]
  })
}

/** The numbers that are not one more than the number before them; the first follows `before`. */
function outOfLine(numbers: readonly number[], before = 0): number[] {
  return numbers.filter((number, index) => number !== (numbers[index - 1] ?? before) + 1)
}

/**
 * The chapter that a path names, as in `spec/rules/operators/107-follow-up/absence.core.spec.ts`; contracts are
 * embedders'.
 */
function placeOf(path: string): { chapter: number; part: string; key: string } | undefined {
  const [key, part = 'embedders', number] = /^spec\/(?:rules\/(\w+)|contracts)\/(\d+)-[\w-]+/.exec(path) ?? []
  return key === undefined ? undefined : { chapter: Number(number), part, key }
}

/** The part of the rulebook with a chapter, by the name of its folder. */
function partOf(chapter: number | undefined): string | undefined {
  return parts.find(({ chapters }) => chapters.some(({ number }) => number === chapter))?.title.toLowerCase()
}

const chapterOf = (number: string) => Number(number.split('.')[0])
