import { posix } from 'node:path'
import { answers } from '../answers.ts'
import type { Table } from '../rule.ts'
import { asSentence, type Chapter, countOf, type Part } from './book.ts'
import type { Stated } from './statements.ts'

/** The rulebook as a page of Markdown; examples are folded. */
export function markdownOf(parts: readonly Part[]): string {
  const blocks = [
    '# The rulebook',
    'The behaviour of sente, as numbered rules. `npm run rulebook` writes this page from the [specs](../spec), which prove each rule by running it.',
    ...parts.map(contentsOf),
    ...parts.flatMap(({ title, introduction, chapters }) => [
      `## ${title}`,
      introduction,
      ...chapters.flatMap(blocksOfChapter),
    ]),
  ]
  return `${blocks.join('\n\n')}\n`
}

function contentsOf({ title, chapters }: Part): string {
  return [`**${title}**`, '', ...chapters.map(({ number, title }) => `- [${number} ${title}](#${number})`)].join('\n')
}

function blocksOfChapter({ number, title, introduction, sections }: Chapter): string[] {
  return [
    `### <a id="${number}"></a>${number} ${title}`,
    introduction,
    ...sections.flatMap(({ subject, path, rules }) => [
      `[${capitalised(subject) || path}](${posix.relative('docs', path)})`,
      ...rules.flatMap(blocksOfRule),
    ]),
  ]
}

function blocksOfRule(rule: Stated): string[] {
  const { number, sentence, refuses } = rule
  const errors = refuses.map((code) => `  \n→ ${answers[code][0]} \`${code}\`: *${plain(answers[code][1])}*`)
  const stated = `<a id="${number}"></a>**${number}** ${plain(asSentence(sentence))}${errors.join('')}`
  const shown = rule.examples.filter(({ name, table }) => name !== '' || table)
  if (shown.length === 0) return [stated]
  const count = countOf(rule)
  return [
    stated,
    `<details><summary>${count} ${count === 1 ? 'example' : 'examples'}</summary>`,
    ...listed(shown),
    '</details>',
  ]
}

/** Named examples as a list, and examples that differ in values as tables. */
function listed(examples: Stated['examples']): string[] {
  const names = examples.filter(({ table }) => !table).map(({ name }) => `- ${plain(name)}`)
  const tables = examples.flatMap(({ name, table }) => (table ? [...(name ? [plain(name)] : []), rowsOf(table)] : []))
  return [...tables, ...(names.length > 0 ? [names.join('\n')] : [])]
}

function rowsOf({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => plain(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

const capitalised = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** Text that Markdown shows unchanged, except code form. */
function plain(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replace(/[\\*_<>[\]~&#|]/g, (sign) => (sign === '|' ? sign : `\\${sign}`)),
    )
    .join('')
}
