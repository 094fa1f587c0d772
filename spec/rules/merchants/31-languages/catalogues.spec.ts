import { expect } from 'chai'
import { english } from '../../../../adapters/dashboard/languages/english/english.ts'
import { plurals } from '../../../../adapters/dashboard/languages/english/plurals.ts'
import { completed, isGroup } from '../../../../adapters/dashboard/languages/english/texts.ts'
import { languages, translations } from '../../../../adapters/dashboard/languages/languages.ts'
import { languageCodes } from '../../../../adapters/written/languages.ts'
import { peopleRefusalCodes } from '../../../../core/sente.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { rule, table, test } from '../../../rule.ts'

/** The English texts by their names, such as `pay.again`. */
const source = textsIn(english)

/** The most texts that a language may lack. Lower it with each translation; it must not grow. */
const mostMissing = { lg: 0, sw: 0, fr: 0 } as const

const translated = ['lg', 'sw', 'fr'] as const

function textsIn(part: unknown, name = ''): readonly (readonly [name: string, text: unknown])[] {
  if (!isGroup(part)) return [[name, part]]
  return Object.entries(part).flatMap(([one, inner]) => textsIn(inner, name === '' ? one : `${name}.${one}`))
}

function missingIn(code: (typeof translated)[number]): readonly string[] {
  const has = new Set(textsIn(translations[code]).map(([name]) => name))
  return source.map(([name]) => name).filter((name) => !has.has(name))
}

/** The text of an amount, as far as texts use it. */
const unread = { written: '«x»', problem: '“«x»” is not an amount' }

const amounts = { currency: 'UGX', amountsMinor: { from: 7n, to: 8n } }

/** Values for the texts that take others than plain ones. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  'pay.phoneNumberHint': [['«MTN»', '«Airtel»']],
  'pay.noPhoneNumber.several': [['«256»', '«254»']],
  'batches.lineCount': [7],
  'batches.batch.progress': [7, 9],
  'batches.checked.anotherNetwork': [['«MTN»', '«Airtel»']],
  'pay.left': [7],
  'pay.other.pending': [{ phoneNumber: '«256»', network: '«MTN»' }],
  'pay.other.succeeded': [{ phoneNumber: null, network: '«MTN»' }],
  'pay.states.asked': [{ askedNumber: '«431»' }],
  'pay.states.unavailable': [{ merchant: '«Duka»' }],
  'errors.tooMany.text': [7],
  'notices.texts.paidTogether': [7, '«UGX»'],
  'notices.texts.batch': [7],
  'notices.texts.batchOf': [7, '«UGX»'],
  'filters.lookedForAs.name': [{ text: '«order»' }],
  'filters.lookedForAs.receipt': [{ receipts: ['«r-1»', '«r-2»'] }],
  'filters.lookedForAs.phoneNumber': [{ phoneNumber: '«256»' }],
  'filters.lookedForAs.phoneEnding': [{ digits: '«001»' }],
  'filters.lookedForAs.amount': [amounts],
  'filters.lookedForAs.noAmount': [{ unread }],
  'filters.lookedForAs.payment': [{ phoneNumber: '«256»', ...amounts }],
  'filters.lookedForAs.paymentEnding': [{ digits: '«001»', ...amounts }],
  'filters.lookedForAs.part': [{ text: '«order»' }],
  'me.steps': [{ hasCodes: true, passkeys: [] }],
  'me.askEndOthers': [7],
  'secondStep.left': [7],
  'openId.noOperator': ['«name»', { message: '«name»' }],
  'refusals.malformed_name': [{ message: '1 to 100' }],
  'refusals.malformed_password': [{ message: '12 to 256' }],
  'refusals.malformed_pin': [{ message: '4 to 6' }],
  'newPayment.wrong.phoneNumber.several': ['«077»', ['«256»', '«254»']],
}

/** The details of a refusal, as far as texts use them. */
const refusal = {
  ...{ minimum: 7, maximum: 7, decimals: 7, left: 7, most: 7, currency: '«UGX»', network: '«MTN»' },
  ...{ fields: ['«amount»'], problems: ['«amount»'], lines: Array(7), repeats: Array(7) },
  ...{ networks: ['«MTN»'], limit: 'payout_amount', endsInMs: null, because: 'taken_back' },
}

/** The values in a text, in the order of the alphabet. */
function valuesIn(name: string, text: unknown): string {
  if (typeof text !== 'function') return ''
  const [, code] = /^refus(?:ed|als)\.(.*)/.exec(name) ?? []
  const one = code
    ? [{ ...refusal, refused: code, message: '' }]
    : name.startsWith('amountFaults.')
      ? [unread]
      : undefined
  const given = values[name] ?? one ?? Array.from({ length: text.length }, (_, place) => `«${place}»`)
  return [...text(...given).matchAll(/«[^«»\s]*»|\d+/g)]
    .map(([value]) => value)
    .sort()
    .join(' ')
}

describe('31 Languages: catalogues', () => {
  rule(
    '31.7',
    'every text that a payer can see is there in every language',
    table(
      ['language'],
      translated.map((code) => [code]),
      (code) => {
        const seen = missingIn(code).filter((name) => /^(pay|errors|frame|amount)\b/.test(name))
        expect(seen).to.deep.equal([])
      },
    ),
  )

  rule('31.8', 'a text without a translation is shown in English', () => {
    const group = { one: 'one', two: 'two', inner: { three: () => 'three', four: 'four' }, list: ['a', 'b'] }
    const texts = completed(group, { two: 'bbiri', inner: { four: 'nnya' }, list: ['x'] })
    expect(texts).to.deep.equal({ ...group, two: 'bbiri', inner: { ...group.inner, four: 'nnya' }, list: ['x'] })
  })

  test(
    'no more texts lack a translation than before',
    table(
      ['language', 'at most'],
      translated.map((code) => [code, mostMissing[code]]),
      (code, most) => {
        const missing = missingIn(code)
        expect(missing.length, `${code} lacks ${missing.join(', ')}`).to.equal(most)
      },
    ),
  )

  test(
    'a translation has the same values as the English text, and no text that English lacks',
    table(
      ['language'],
      translated.map((code) => [code]),
      (code) => {
        const known = new Map(source)
        for (const [name, text] of textsIn(translations[code])) {
          expect(known.has(name), name).to.equal(true)
          expect(typeof text, name).to.equal(typeof known.get(name))
          expect(valuesIn(name, text), name).to.equal(valuesIn(name, known.get(name)))
        }
      },
    ),
  )

  test('every refusal of an act of a user is in the catalogue, or has a text of its page', () => {
    const others = peopleRefusalCodes.filter((code) => !(code in english.refusals))
    expect(others).to.have.members([
      // For operators alone.
      ...['unknown_account', 'malformed_explanation', 'malformed_role', 'last_administrator', 'not_configured'],
      // With a text of their page.
      ...['malformed_address', 'mail_failed'],
    ])
  })

  test('the pages that users open are translated, except those that the page about translating names', async () => {
    const { all } = await openDashboard()
    const inEnglish = all.filter(
      ({ isTranslated, show, path }) => show && !isTranslated && !path.startsWith('/operator'),
    )
    expect(inEnglish.map(({ path }) => path)).to.have.members([
      '/dashboard/actions',
      '/dashboard/events',
      '/dashboard/settings/keys',
      '/dashboard/webhooks',
      '/dashboard/webhooks/:id',
    ])
  })

  test('Node knows the plurals, the numbers and the dates of every language', () => {
    for (const { locale } of languageCodes.map((code) => languages[code])) {
      expect(Intl.PluralRules.supportedLocalesOf(locale)).to.deep.equal([locale])
      expect(Intl.NumberFormat.supportedLocalesOf(locale)).to.deep.equal([locale])
      expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).to.deep.equal([locale])
    }
  })

  test(
    'a count has the form of its language',
    table(
      ['locale', 'count', 'text'],
      [
        ['en-GB', 0, '0 codes'],
        ['en-GB', 1, '1 code'],
        ['fr', 0, '0 code'],
        ['fr', 2, '2 codes'],
        ['lg', 1, '1 code'],
        ['sw', 1_234, '1,234 codes'],
      ],
      (locale, count, text) => {
        expect(plurals(locale)(count, { one: '# code', other: '# codes' })).to.equal(text)
      },
    ),
  )
})
