import { expect } from 'chai'
import { airtelAnswers, type Meaning, type Operation } from '../../../adapters/providers/airtel/answers.ts'
import { oneOf } from '../../night.ts'
import { test } from '../../rule.ts'
import { said } from '../airtelScript.ts'

const id = 'our-id'

/** Refusals of form, access and configuration: they come before anything is executed. */
const refusing = [
  ...['DP00800001004', 'DP00800001026', 'DP00900001004', 'DP00900001012', 'DP00900001016'],
  ...['ROUTER001', 'ROUTER003', 'ROUTER005', 'ROUTER006', 'ROUTER007', 'ROUTER110', 'ROUTER112', 'ROUTER114'],
  ...['ROUTER115', 'ROUTER116', 'ROUTER119', 'ESB000033', 'ESB000034', 'ESB000035', 'ESB000036', 'ESB000039'],
]
/** Such a refusal with HTTP 400; with any other status it has many meanings. */
const refusingWith400 = 'DP00800001005'
/** Codes of the platform that say nothing about the payment, also unknown ones. */
const neutral = ['521050', '0000900', 'ESB000099', 'ESB000008', 'ESB000011', 'invalid_client', 'invalid_token']
const failing = [
  ...['DP00800001002', 'DP00800001003', 'DP00800001007', 'DP00800001008', 'DP00800001009', 'DP00800001010'],
  ...['DP00800001029', 'DP00900001003', 'DP00900001005', 'DP00900001007', 'DP00900001009', 'DP00900001010'],
  ...['DP00900001013'],
]
/** The codes of `neutral` that say, beside TS, that the payment failed. */
const failed = ['ESB000011', 'invalid_client', 'invalid_token']
const unclear = [
  ...['DP00800001000', 'DP00800001024', 'DP00900001000', 'DP00900001011', 'DP00900001014', 'DP00900001017'],
  ...['ROUTER117', 'ESB000001', 'ESB000004', 'ESB000014', 'ESB000041'],
]
const success = ['DP00800001001', 'DP00900001001', 'ESB000010']
const processing = ['DP00800001006', 'DP00900001006']
/** Codes of the request or of the moment: they come with payments that have ended either way. */
const general = ['DP00800001000', 'DP00900001000']
const absent = ['DP00800001025', 'DP00900001015', 'ESB000045']
const codes = [
  ...[...refusing, refusingWith400, ...neutral, ...failing, ...unclear, ...success, ...processing, ...absent],
  ...['DP00999999999', 'ROUTER999'],
]

/** The result for each code from a place on, and for the place behind it. */
const each = <Made>(from: number, make: (code: string, next: number) => Made[]) =>
  codes.slice(from).flatMap((code, place) => make(code, from + place + 1))

const triples = each(0, (one, second) => each(second, (two, third) => each(third, (three) => [[one, two, three]])))

const twentieths = Array.from({ length: 20 }, (_, place) => triples.filter((_, index) => index % 20 === place))

/** Every code alone, every pair and every triple, without regard to order; by day one triple in twenty, and others the next. */
const combinations = [
  ...each(0, (one, second) => [[one], ...each(second, (two) => [[one, two]])]),
  ...Object.values(oneOf(Object.fromEntries(twentieths.entries()))).flat(),
]
const statuses = [200, 400, 500]
const meaningOf = airtelAnswers()

describe('Airtel Money: several codes in one answer', () => {
  test(
    'a submission is released only if its response code refuses it and every other one does too or is general, or all refuse it',
    {
      payout: () => eachMeans('disbursement', null, released),
      collection: () => eachMeans('payment', null, released),
    },
  )

  test('a payout has succeeded or is in process only if no code says anything else', {
    'made, with the status of success': () => eachMeans('disbursement', 'TS', (status, said) => made(status, said)),
    'made, but with the status of failure': () => eachMeans('disbursement', 'TF', () => 'doubt'),
  })

  test('a payment is not found only if every code says so, and no status of it is given', {
    payout: () => eachMeans('disbursementEnquiry', null, absence('DP00900001015')),
    collection: () => eachMeans('paymentEnquiry', null, absence('DP00800001025')),
  })

  const succeeding = ['DP00800001001', 'DP00900001001']
  const notClear = unclear.filter((code) => !general.includes(code))
  const contradicting = new Set([...failing, ...failed, ...refusing, refusingWith400, ...notClear, ...absent])
  const statusRules: Record<string, (said: readonly string[]) => Meaning> = {
    'TS counts unless a code says that it failed, timed out, is a duplicate or is not known': (said) =>
      said.some((code) => contradicting.has(code)) ? 'doubt' : 'succeeded',
    'TF counts unless a code says that it succeeded or is not known': (said) =>
      said.some((code) => [...succeeding, ...absent].includes(code)) ? 'doubt' : 'failed',
    'TIP counts unless a code says that it is not known': (said) =>
      said.some((code) => absent.includes(code)) ? 'doubt' : 'pending',
  }
  test('the status that an enquiry returns counts unless a code says the opposite, and only with HTTP 200', {
    ...Object.fromEntries(
      Object.entries(statusRules).map(([name, expected]) => [
        name,
        () => {
          for (const operation of ['disbursementEnquiry', 'paymentEnquiry'] as const) {
            eachMeans(operation, name.slice(0, name.indexOf(' ')), (status, said) =>
              status === 200 ? expected(said) : 'doubt',
            )
          }
        },
      ]),
    ),
  })
})

function released(status: number, said: readonly string[], operation: Operation, responseCode = ''): Meaning {
  const inProcess = operation === 'payment' ? 'DP00800001006' : 'DP00900001006'
  const others = said.filter((code) => code !== inProcess)
  if (status === 200 && others.length < said.length && others.every((code) => code === 'ESB000010')) return 'accepted'
  const refusals = status === 500 ? [] : [...refusing, ...(status === 400 ? [refusingWith400] : [])]
  const rest = said.filter((code) => !refusals.includes(code))
  if (rest.length === 0) return 'released'
  return refusals.includes(responseCode) && rest.every((code) => neutral.includes(code)) ? 'released' : 'doubt'
}

function made(status: number, said: readonly string[]): Meaning {
  const others = said.filter((code) => code !== 'DP00900001001')
  const isMade = others.length < said.length && others.every((code) => code === 'ESB000010')
  return status === 200 && isMade ? 'succeeded' : 'doubt'
}

function absence(own: string) {
  return (status: number, said: readonly string[]): Meaning =>
    status !== 500 && said.every((code) => code === own || code === 'ESB000045') ? 'notFound' : 'doubt'
}

function eachMeans(
  operation: Operation,
  paymentStatus: string | null,
  expected: (status: number, said: readonly string[], operation: Operation, responseCode?: string) => Meaning,
) {
  const wrong: string[] = []
  for (const [index, given] of combinations.entries()) {
    for (const status of statuses) {
      const body = bodyOf(given, index, paymentStatus)
      const meaning = meaningOf(operation, { status, body }, id)
      const want = expected(status, given, operation, body.status.response_code)
      if (meaning !== want) wrong.push(`${status} ${given.join(' and ')}: ${meaning} instead of ${want}`)
    }
  }
  expect(wrong.slice(0, 5), `${wrong.length} wrong`).to.be.empty
}

/** An answer with the codes in the fields where Airtel puts them, in turn. */
function bodyOf(given: readonly string[], index: number, paymentStatus: string | null) {
  const [response_code, result_code, status_code] = [0, 1, 2].map((place) => given[(place + index) % 3])
  const { status, ...body } = said(
    { ...(response_code && { response_code }), ...(result_code && { result_code }) },
    paymentStatus === null ? undefined : { id, status: paymentStatus },
  )
  return { ...body, status, ...(status_code && { status_code }) }
}
