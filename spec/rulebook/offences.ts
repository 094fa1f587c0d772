import { answers, type Code } from '../answers.ts'
import { chapterHeads } from './book.ts'
import type { Stated } from './statements.ts'

/** What is asked about a rule when its place in the book is checked. */
type Placed = Pick<Stated, 'number' | 'path'>

/** Specs outside the folder or file of a chapter, and rules outside their chapter's. */
export function misplaced(paths: readonly string[], rules: readonly Placed[]): string[] {
  const outside = paths.filter((path) => path.endsWith('.spec.ts') && placeOf(path) === undefined)
  const strays = rules.filter(({ number, path }) => placeOf(path)?.chapter !== chapterOf(number))
  return [
    ...outside.map((path) => `${path} is in no chapter`),
    ...strays.map(({ number, path }) => `${path} states ${number}`),
  ]
}

/** Numbers of chapters that are left out, or that two chapters have. */
export function gaps(paths: readonly string[]): string[] {
  const places = new Map(paths.flatMap((path) => placeOf(path) ?? []).map((place) => [place.key, place.chapter]))
  return outOfLine([...places.values()].sort((one, other) => one - other)).map((chapter) => `chapter ${chapter}`)
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

/** Headings whose chapter is another than that of their rules, or has another title in the list of chapters. */
export function mistitled(rules: readonly Pick<Stated, 'number' | 'path' | 'chapter' | 'title'>[]): string[] {
  const titles = new Map(chapterHeads.map(({ number, title }) => [number, title]))
  const wrong = rules.filter(
    ({ number, chapter, title }) => chapterOf(number) !== chapter || titles.get(chapter) !== title,
  )
  return [...new Set(wrong.map(({ path, chapter, title }) => `${path} is headed ${chapter} ${title}`))]
}

/** Errors that not exactly one rule states, and those whose link leads to another rule than theirs. */
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

/** The numbers that are not one more than the number before them. */
function outOfLine(numbers: readonly number[]): number[] {
  return numbers.filter((number, index) => number !== (numbers[index - 1] ?? 0) + 1)
}

/** The chapter that a path names, as in `spec/rules/09-follow-up/absence.spec.ts`. */
function placeOf(path: string): { chapter: number; key: string } | undefined {
  const [key, number] = /^spec\/\w+\/(\d\d)-[\w-]+/.exec(path) ?? []
  return key === undefined ? undefined : { chapter: Number(number), key }
}

const chapterOf = (number: string) => Number(number.split('.')[0])
