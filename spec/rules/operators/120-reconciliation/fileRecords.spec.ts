import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { fileRecords } from '../../../../adapters/written/networkFiles/fileRecords.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { test } from '../../../rule.ts'

/** The first line of each record of a file, by its first column. */
async function linesIn(path: string, text: string): Promise<readonly (readonly [string | undefined, number])[]> {
  const file = join(path, 'export.csv')
  writeFileSync(file, text)
  const found: (readonly [string | undefined, number])[] = []
  for await (const records of fileRecords(file))
    found.push(...records.map(({ columns, line }) => [columns[0], line] as const))
  return found
}

describe('The records of networks’ files', () => {
  test('a record has the number of its first line, also after quoted texts of several lines', () =>
    inFolder(async ({ path }) => {
      for (const lineEnd of ['\n', '\r\n']) {
        const text = ['one,1', 'two,"a', 'b', 'c"', '', 'three,3', 'four,4'].join(lineEnd)
        expect(await linesIn(path, text)).to.deep.equal([
          ['one', 1],
          ['two', 2],
          ['three', 6],
          ['four', 7],
        ])
      }
    }))

  test('a long file is read in parts, with every record', () =>
    inFolder(async ({ path }) => {
      const rows = Array.from({ length: 1_234 }, (_, nth) => [`${nth}`, nth + 1] as const)
      expect(await linesIn(path, rows.map(([name]) => `${name},x`).join('\n'))).to.deep.equal(rows)
    }))
})
