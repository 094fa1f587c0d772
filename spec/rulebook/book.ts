import { embedders } from './parts/embedders.ts'
import type { ChapterHead, PartHead } from './parts/heads.ts'
import { merchants } from './parts/merchants.ts'
import { operators } from './parts/operators.ts'
import type { Stated } from './statements.ts'

/** The rules that one file states, and what they are about where a chapter has several files. */
export type Section = { readonly subject: string; readonly path: string; readonly rules: readonly Stated[] }

export type Chapter = ChapterHead & { readonly sections: readonly Section[] }

export type Part = Omit<PartHead, 'chapters'> & { readonly chapters: readonly Chapter[] }

/** The parts of the rulebook in a reader's order. */
export const parts: readonly PartHead[] = [merchants, operators, embedders]

/** The chapters in a reader's order. */
export const chapterHeads = parts.flatMap(({ chapters }) => chapters)

/** The rulebook: its parts and chapters with the rules that the specs state. */
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

/** How many examples a rule has: a table has one a row. */
export function countOf({ examples }: Stated): number {
  return examples.reduce((count, { table }) => count + (table?.rows.length ?? 1), 0)
}

/** A sentence as a document shows it: rules are stated without a capital and a full stop, as the titles of tests. */
export function asSentence(sentence: string): string {
  return `${sentence.replace(/^(?!sente\b)[a-z]+(?=[ ,’])/, (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)}.`
}
