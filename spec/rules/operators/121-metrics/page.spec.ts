import { expect } from 'chai'
import { transportCodes } from '../../../../adapters/http/answers/errors/refusals.ts'
import {
  type Definition,
  definitions,
  errorCodes,
  type Label,
} from '../../../../adapters/telemetry/metrics/definitions.ts'
import { refusalCodes } from '../../../../core/sente.ts'
import { rule, test } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'

const all: readonly (readonly [string, Definition])[] = Object.entries(definitions)

/** The rows of the page about the metrics of a node, or of the books. */
function rowsOf(of: Definition['of']): string[] {
  return all
    .filter(([, definition]) => definition.of === of)
    .map(([name, { type, labels = {}, help }]) => {
      const names = Object.keys(labels).map((label) => `\`${label}\``)
      return `| \`${name}\` | ${type} | ${names.join(', ')} | ${help} |`.replace('|  |', '| |')
    })
}

/** The rows of the page about the values of labels. */
function rowsOfLabels(): string[] {
  const rows = new Map<string, string[]>()
  for (const [name, { labels = {} }] of all) {
    for (const [label, values] of Object.entries(labels as Readonly<Record<string, Label>>)) {
      const reported = typeof values === 'string' ? values : values.map((value) => `\`${value}\``).join(', ')
      const row = `\`${label}\` | ${reported}`
      rows.set(row, [...(rows.get(row) ?? []), `\`${name}\``])
    }
  }
  return [...rows].map(([row, names]) => {
    const [label, values] = row.split(' | ')
    return `| ${label} | ${names.join(', ')} | ${values} |`
  })
}

/** The rows of the tables under a heading of the page. */
function rowsUnder(heading: string): string[] {
  const page = textOf('docs/operating/metrics.md')
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return text.split('\n').filter((line) => line.startsWith('| `'))
}

describe('121 Metrics: the page', () => {
  rule('121.1', 'the page about metrics lists every one of them with its labels and all their values, and no other', {
    'metrics of a node': () => expect(rowsUnder('Metrics of a node')).to.deep.equal(rowsOf('node')),
    'metrics of the books': () => expect(rowsUnder('Metrics of the books')).to.deep.equal(rowsOf('books')),
    'values of labels': () => expect(rowsUnder('Values of labels')).to.deep.equal(rowsOfLabels()),
  })

  test('the codes of errors are those of the merchants’ API', () => {
    expect(errorCodes).to.deep.equal([...refusalCodes, ...transportCodes])
  })
})
