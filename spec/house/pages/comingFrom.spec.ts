import { expect } from 'chai'
import { apiText } from '../../../adapters/http/routes.ts'
import { reasons, refusalCodes } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { textOf } from '../../sourceTree.ts'

const page = textOf('docs/merchants/coming-from.md')

/** The cells of sente in the page's tables: the second column of a table whose first column names the row. */
function oursIn(text: string): string[] {
  return text.split(/\n\n+/).flatMap((table) => {
    const rows = table.split('\n').map((row) => row.split('|').slice(1, -1))
    const column = rows[0]?.findIndex((cell) => cell.trim() === 'sente') ?? -1
    return column < 0 ? [] : rows.slice(2).map((cells) => cells[column] ?? '')
  })
}

const known: readonly string[] = [...refusalCodes, ...reasons, 'pending', 'succeeded', 'failed']
const paths = Object.keys(JSON.parse(apiText()).paths)

/** The codes and the calls in a cell that sente does not have. */
function unknownIn(cell: string): string[] {
  const codes = [...cell.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = '']) => code)
  const calls = [...cell.matchAll(/(?:GET|POST) (\/api[^`?]*)/g)].map(([, path = '']) => path)
  return [
    ...codes.filter((code) => !known.includes(code) && !apiText().includes(`"${code}"`)),
    ...calls.filter((call) => !paths.includes(call)),
  ]
}

describe('The pages: coming from another gateway', () => {
  test('each word that the page calls sente’s is in its API', {
    'the page keeps it': () => {
      expect(oursIn(page)).to.have.length.above(30)
      expect(oursIn(page).flatMap(unknownIn)).to.deep.equal([])
    },
    'planted offences are found': () => {
      const planted = '| | sente |\n|---|---|\n| a | `no_such_code` |\n| b | `POST /api/v1/none` |\n'
      expect(oursIn(planted).flatMap(unknownIn)).to.deep.equal(['no_such_code', '/api/v1/none'])
    },
  })
})
