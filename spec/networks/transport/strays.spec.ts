import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { MobileProvider, Submitted } from '../../../core/sente.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { airtelAt, overAirtel, said } from '../airtelScript.ts'
import { overMtn, settingsFor, soon, transactionOf } from '../scriptedNetwork.ts'
import { answerOf, type Read, type Speech, strayNetwork } from './strayNetwork.ts'

const delaysMs = [1, 5, 20, 60, 120, 200]
const payouts = times({ night: 500, day: 300 })
const atOnce = 50

describe('Common to the networks: strays on kept connections', () => {
  test('no payment that the network executed is released, whatever stray bytes the network sends', {
    MTN: () => proveFor(mtn, (baseUrl) => overMtn({ ...settingsFor(baseUrl), tokenMs: 60_000 })),
    Airtel: () => proveFor(airtel, (baseUrl) => overAirtel({ ...airtelAt(baseUrl), tokenMs: 60_000 })),
  })
})

/** A network's answers: to payments that it accepts or refuses, and stray bytes. */
type Dialect = {
  idIn(request: Read): string
  takes(id: string): string
  readonly refuses: string
  readonly token: string
  readonly knows: (id: string) => string
  readonly knowsNot: string
  readonly strays: readonly string[]
}

async function proveFor(dialect: Dialect, providerAt: (baseUrl: string) => MobileProvider) {
  const executed = new Set<string>()
  const network = await strayNetwork(speechOf(dialect, executed), delaysMs)
  try {
    const provider = providerAt(network.baseUrl)
    const answers = new Map<string, Submitted>()
    let left = payouts
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) {
          const transaction = newPayout(provider)
          answers.set(transaction.providerId, await provider.payOut(transaction, soon()))
        }
      }),
    )
    const released = [...answers].filter(([, { outcome }]) => outcome === 'declined').map(([id]) => id)
    expect(released.filter((id) => executed.has(id))).to.be.empty
    expect([...answers].filter(([id, { outcome }]) => outcome === 'succeeded' && !executed.has(id))).to.be.empty
    // Strays came and led to doubt, and real refusals were still recognised.
    expect(network.strays).to.be.greaterThan(payouts / 4)
    expect([...answers.values()].filter(({ outcome }) => outcome === 'inDoubt').length).to.be.greaterThan(10)
    expect(released.length).to.be.greaterThan(5)
  } finally {
    await network.close()
  }
}

function speechOf(dialect: Dialect, executed: Set<string>): Speech {
  let nth = 0
  return {
    answer(request) {
      if (/ \S*token\/? /.test(request.head)) return dialect.token
      const id = dialect.idIn(request)
      if (request.head.startsWith('GET')) return executed.has(id) ? dialect.knows(id) : dialect.knowsNot
      if (++nth % 8 === 0) return dialect.refuses
      executed.add(id)
      return dialect.takes(id)
    },
    stray: ({ head }) =>
      head.startsWith('POST') && !/token\/? /.test(head) && nth % 2 === 0
        ? dialect.strays[(nth / 2) % dialect.strays.length]
        : undefined,
  }
}

function newPayout(provider: MobileProvider) {
  const [transactionId, random] = [randomUUID(), randomUUID()]
  return transactionOf({
    id: transactionId,
    providerId: provider.providerId({ transactionId, random }),
    phoneNumber: '256750000001',
  })
}

const halves = [
  'HTTP/1.1 400 Bad Request\r\ncontent-len',
  'HTTP/1.1 500 Said\r\ncontent-length: 40\r\n\r\n{"code":"NOT_ALL',
  'HTTP/1.1 400 Bad Request\r\nx-cut: ',
  'HTTP/1.1 403 Forbidden\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}',
  'HTTP/1.1 100 Continue\r\n\r\n',
]
const uncoded = [400, 401, 403, 404, 408, 500, 503].map((status) => answerOf(status))

const mtn: Dialect = {
  idIn: ({ head }) => (/x-reference-id: (\S+)/i.exec(head) ?? /transfer\/(\S+) /.exec(head))?.[1] ?? '',
  takes: () => answerOf(202),
  refuses: answerOf(500, { code: 'INVALID_CURRENCY', message: 'x' }),
  token: answerOf(200, { access_token: 'token-1', expires_in: 3600 }),
  knows: () => answerOf(200, { status: 'PENDING' }),
  knowsNot: answerOf(404, { code: 'RESOURCE_NOT_FOUND', message: 'x' }),
  strays: [
    ...uncoded,
    ...halves,
    ...['NOT_ALLOWED', 'INVALID_CURRENCY', 'INTERNAL_PROCESSING_ERROR'].map((code) => answerOf(500, { code })),
    answerOf(404, { code: 'RESOURCE_NOT_FOUND', message: 'x' }),
    answerOf(401, { statusCode: 401, message: 'Access token is missing or invalid.' }),
    answerOf(202),
    answerOf(200, { status: 'SUCCESSFUL' }),
  ],
}

const airtel: Dialect = {
  idIn: ({ head, body }) => /"id":"([^"]+)"/.exec(body)?.[1] ?? /disbursements\/(\S+) /.exec(head)?.[1] ?? '',
  takes: (id) =>
    answerOf(200, said({ response_code: 'DP00900001001', result_code: 'ESB000010' }, { id, status: 'TS' })),
  refuses: answerOf(200, said({ response_code: 'DP00900001012', result_code: '521050' })),
  token: answerOf(200, { access_token: 'token-1', expires_in: '180' }),
  knows: (id) => answerOf(200, said({ response_code: 'DP00900001001' }, { id, status: 'TS' })),
  knowsNot: answerOf(200, said({ response_code: 'DP00900001015', result_code: 'ESB000045' })),
  strays: [
    ...uncoded,
    ...halves,
    ...['DP00900001012', 'DP00900001004', 'DP00900001015', 'DP00900001006'].map((response_code) =>
      answerOf(200, said({ response_code })),
    ),
    answerOf(400, { status_code: 'ROUTER110', status_message: 'x' }),
    answerOf(401, { error: 'invalid_token' }),
    answerOf(200, said({ response_code: 'DP00900001001' }, { status: 'TS' })),
    answerOf(200, said({ response_code: 'DP00900001001' }, { id: 'another', status: 'TS' })),
  ],
}
