import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { batchOf, brokenIn, type WrongBatch } from './plantedBooks.ts'

async function problemsOf(wrong: WrongBatch): Promise<readonly string[]> {
  const broken = await brokenIn({ batches: [batchOf(wrong)] })
  const found = broken.filter(({ rule }) => rule === 'postings_fit_batch')
  expect(found.every(({ row }) => row === 'batch b')).to.equal(true)
  return found.map(({ problem }) => problem)
}

function finds(wrong: WrongBatch, ...problems: string[]) {
  return async () => expect(await problemsOf(wrong)).to.deep.equal(problems)
}

const [ugx, rwf] = [{ currency: 'UGX' }, { currency: 'RWF' }]

describe('109 The audit: batches', () => {
  rule('109.24', 'a batch holds the sum of its postings, which is the sum of its waiting lines', {
    'a paying one': finds({}),
    'a paused one': finds({ state: 'paused' }),
    'a closed one that has released its waiting lines': finds({ state: 'cancelling', held: 0n }),
    'a completed one': finds({ state: 'completed', held: 0n, waiting: [] }),
    'another amount was held': finds(
      { moved: [{ ...ugx, heldMinor: 99n, releasedMinor: 59n }] },
      'it has accepted 100 UGX, and postings have held 99',
    ),
    'another amount was released': finds(
      { moved: [{ ...ugx, heldMinor: 100n, releasedMinor: 59n }] },
      'it holds 40 UGX, postings make 41',
    ),
    'a line is missing': finds(
      { waiting: [{ ...ugx, minor: 39n }] },
      'it holds 40 UGX, and the total of its waiting lines is 39',
    ),
    'it holds money although it opens no more payments': finds(
      { state: 'completed' },
      'it holds 40 UGX, and the total of its waiting lines is 0',
    ),
    'nothing was posted': finds(
      { moved: [] },
      'it has accepted 100 UGX, and postings have held 0',
      'it holds 40 UGX, postings make 0',
    ),
    'lines of a currency that it does not have': finds(
      { waiting: [{ ...rwf, minor: 7n }, ...batchOf().waiting] },
      'it holds 0 RWF, and the total of its waiting lines is 7',
    ),
    'postings of a currency that it does not have': finds(
      { moved: [{ ...rwf, heldMinor: 7n, releasedMinor: 7n }, ...batchOf().moved] },
      'it has accepted 0 RWF, and postings have held 7',
    ),
  })
})
