import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { audited, inEach, overHistories } from './marked.ts'

describe('109 The audit: marks', () => {
  rule(
    '109.38',
    'an audit goes on from the last one that found nothing broken, in any history of payments',
    inEach((open) =>
      overHistories(open, () => {
        let markMs: number | undefined
        return async ({ ports, clock }, draw) => {
          if (draw() > 0) return
          const { ok, since } = await audited(ports.books, clock)
          const goesOn = markMs !== undefined && markMs <= clock.nowMs()
          expect([ok, since?.atMs]).to.deep.equal([true, goesOn ? markMs : undefined])
          markMs = clock.nowMs()
        }
      }),
    ),
  )
})
