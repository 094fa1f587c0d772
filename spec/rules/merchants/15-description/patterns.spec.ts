import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { apiDescription } from './oracle/document.ts'

/** Texts of every kind: some match a pattern of the description, others almost do. */
const texts = [
  ...['', 'school fees', 'ada na shule', 'école', 'ekyʼokunywa', '学費', '😀', '😀'.repeat(40), 'a\u0301', '__proto__'],
  ...['order-1', 'a\tb', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\u2028b', '\ud800', 'a\udc00b', '\ufeffa', 'a\u200eb'],
  ...[
    'UGX',
    'ugx',
    'UGＸ',
    'MTN',
    '256770000001',
    '25677000000x',
    '٢٥٦٧٧٠٠٠٠٠٠١',
    '0',
    '12',
    '1.50',
    '1.5000',
    '1.500',
  ],
  ...['019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f', `v1,${'A'.repeat(43)}=`, '/api/v1/transactions/1', 'é'.repeat(200)],
]

/** Every pattern in a part of a description. */
function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'pattern' in part && typeof part.pattern === 'string' ? [part.pattern] : []
  return [...own, ...Object.values(part).flatMap(patternsIn)]
}

/** The texts for which a pattern gives different answers with and without the flag `u`. */
const disputed = (pattern: string) => {
  const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, 'u')]
  return texts.filter((text) => plain.test(text) !== unicode.test(text))
}

describe('15 The API describes itself: patterns', () => {
  rule(
    '15.27',
    'each pattern in the description means the same with and without the flag `u`, and in other languages',
    {
      'in JavaScript': () => {
        const patterns = [...new Set(patternsIn(apiDescription))]
        expect(patterns.length).to.be.above(10)
        for (const pattern of patterns) {
          expect(disputed(pattern), pattern).to.deep.equal([])
          expect(
            texts.some((text) => new RegExp(pattern).test(text)),
            `${pattern} matches none`,
          ).to.equal(true)
        }
      },
      // Python has no \p, PHP no \u, and Go's and Rust's usual programs look neither ahead nor back.
      'in other languages': () =>
        expect(
          patternsIn(apiDescription).filter((pattern) => /\\[^\w\s]?[pPuUkcdwsb]|\(\?/.test(pattern)),
        ).to.deep.equal([]),
      'planted offences are found': () => {
        expect(disputed('^[^\\p{Cc}]{0,200}$')).to.include('école')
        expect(disputed('^.{1,40}$')).to.deep.equal(['😀'.repeat(40)])
      },
    },
  )

  rule('15.28', 'lengths of texts are counted in characters, and described apart from their patterns', () => {
    const { Payout } = Object(apiDescription.components.schemas)
    const { description, metadata, customer_message } = Payout.properties
    expect(description).to.include({ maxLength: 200, pattern: '^[^\\x00-\\x1F\\x7F-\\x9F]*$' })
    expect(metadata.anyOf[0].propertyNames).to.include({ maxLength: 40, pattern: '^[^\\x00-\\x1F\\x7F-\\x9F]+$' })
    expect(metadata.anyOf[0].additionalProperties).to.include({ maxLength: 200 })
    expect(customer_message).to.include({ maxLength: 60 })
  })
})
