import { textOf } from '../sourceTree.ts'
import type { Stated } from './statements.ts'

/** The text of a chapter before its first rule. */
export type ChapterHead = { readonly number: number; readonly title: string; readonly introduction: string }

/** The rules of one file, and their subject when a chapter has several files. */
export type Section = { readonly subject: string; readonly path: string; readonly rules: readonly Stated[] }

export type Chapter = ChapterHead & { readonly sections: readonly Section[] }

export type Part = Omit<ReturnType<typeof headOf>, 'chapters'> & { readonly chapters: readonly Chapter[] }

/** The parts of the rulebook in a reader's order. */
export const parts = ['merchants', 'operators', 'embedders'].map(headOf)

/** The chapters in a reader's order. */
export const chapterHeads = parts.flatMap(({ chapters }) => chapters)

/** The rulebook: its parts and chapters with the rules in the specs. */
export function bookOf(rules: readonly Stated[]): Part[] {
  return parts.map((part) => ({
    ...part,
    chapters: part.chapters.map((head) => ({ ...head, sections: sectionsOf(rulesOf(head, rules)) })),
  }))
}

function rulesOf({ number }: ChapterHead, rules: readonly Stated[]): Stated[] {
  return rules.filter(({ chapter }) => chapter === number).sort(byNumber)
}

function sectionsOf(rules: readonly Stated[]): Section[] {
  return [...new Set(rules.map(({ path }) => path))].map((path) => {
    const own = rules.filter((rule) => rule.path === path)
    return { subject: own[0]?.subject ?? '', path, rules: own }
  })
}

const placeIn = ({ number }: Stated) => Number(number.split('.')[1])
const byNumber = (one: Stated, other: Stated) => placeIn(one) - placeIn(other)

/** The number of a rule's examples: a table has one a row. */
export function countOf({ examples }: Stated): number {
  return examples.reduce((count, { table }) => count + (table?.rows.length ?? 1), 0)
}

/** A sentence for a document: rules are stated like titles of tests, without a capital and a full stop. */
export function asSentence(sentence: string): string {
  return `${sentence.replace(/^(?!sente\b)[a-z]+(?=[ ,’])/, (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)}.`
}

/** The text of a part before its first chapter, and its chapters, from its page in `parts`. */
function headOf(name: string) {
  const page = textOf(`spec/rulebook/parts/${name}.md`)
  const [, title = '', introduction = ''] = /^# (.*)\n\n(.*)\n/.exec(page) ?? []
  const chapters = [...page.matchAll(/^\| (\d+) \| (.*) \| (.*) \|$/gm)].map(
    ([, number, title = '', introduction = '']): ChapterHead => ({ number: Number(number), title, introduction }),
  )
  return { title, introduction, chapters }
}
