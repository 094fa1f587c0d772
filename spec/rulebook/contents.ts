import { posix } from 'node:path'
import type { Chapter, Part } from './book.ts'
import { plain } from './markdown.ts'

/** The contents of the specs as a page of Markdown: every part, chapter and rule, with links to the files. */
export function contentsOf(parts: readonly Part[]): string {
  const blocks = [
    '# Contents',
    'Written by `npm run rulebook`. [The rulebook](../docs/rulebook.md) has the examples, too.',
    ...parts.flatMap(({ title, chapters }) => [`## ${title}`, ...chapters.flatMap(blocksOfChapter)]),
  ]
  return `${blocks.join('\n\n')}\n`
}

function blocksOfChapter({ number, title, sections }: Chapter): string[] {
  return [
    `### ${number} ${title}`,
    ...sections.flatMap(({ subject, path, rules }) => {
      const file = posix.relative('spec', path)
      return [
        `[${subject || file}](${file}):`,
        rules.map(({ number, sentence }) => `- ${number} ${plain(sentence)}`).join('\n'),
      ]
    }),
  ]
}
