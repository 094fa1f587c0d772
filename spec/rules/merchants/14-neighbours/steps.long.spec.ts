import { expect } from 'chai'
import { mostStepsInATurn } from '../../../fixtures/steps.ts'
import { rule } from '../../../rule.ts'
import { openUploader } from '../28-oversight/uploader.ts'

const heading = 'reference,phone_number,amount,currency,network'

/** The most columns. */
const wide = [heading, ...Array.from({ length: 95 }, (_, nth) => `metadata.m${nth}`)].join(',')

/** A file of ten thousand lines, or as many as fit into a form. */
const fileOf = (line: (nth: number) => string, lines = 10_000) =>
  [heading, ...Array.from({ length: lines }, (_, nth) => line(nth))].join('\n')

/** Files of the allowed size that are expensive to read, to check or to show. */
const files: Readonly<Record<string, string>> = {
  'no faults': fileOf((nth) => `wage-${nth},${256_770_000_000 + nth},500,UGX,MTN`),
  'faults alone': fileOf((nth) => `wage-${nth},254770000002,5000,UGX,MTN`),
  'every cell wrong': fileOf(() => `?,?,?,?,?`),
  'quotes around every cell': fileOf((nth) => `"wage-${nth}","254770000002","5""000","UGX","MTN"`),
  'the longest texts': fileOf((nth) => `${`wage-${nth}`.padEnd(100, 'x')},${'2'.repeat(40)},5000,UGX,MTN`),
  'separators alone': `${heading}\n${','.repeat(1_900_000)}`,
  'line breaks alone': `${heading}\n${'\n'.repeat(1_900_000)}`,
  'a hundred columns': [wide, ...Array(4_000).fill(','.repeat(99))].join('\n'),
  'one cell': `${heading}\n"${'"'.repeat(1_900_000)}"`,
}

/** Twenty for each byte of a piece of CSV, of 16 KiB. */
const mostSteps = 327_680

describe('14 Neighbours: steps', () => {
  rule(
    '14.26',
    'no form of lines takes many steps in one turn, with any content of its ten thousand lines',
    Object.fromEntries(
      Object.entries(files).map(([what, file]) => [
        what,
        async () => {
          const { upload } = await openUploader()
          let status = 0
          const steps = await mostStepsInATurn(async () => {
            status = (await upload('/dashboard/batches/new/check', { reference: 'wages' }, file)).statusCode
          })
          expect(status).to.be.oneOf([200, 422])
          expect(steps).to.be.within(1, mostSteps)
        },
      ]),
    ),
  )
})
