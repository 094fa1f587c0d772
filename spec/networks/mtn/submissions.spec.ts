import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { MtnSettings } from '../../../adapters/providers/mtn/mtnMomo.ts'
import type { Submitted, Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import {
  mtnSubmitted,
  overMtn,
  type Reply,
  type ScriptedNetwork,
  settingsFor,
  soon,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'

const payout = transactionOf()
const collection = transactionOf({ kind: 'collection' })

describe('MTN MoMo: submissions', () => {
  const euros = { ...collection, amountMinor: 1_250n, currency: 'EUR' }
  const ways: Record<string, [Transaction, product: string, operation: string, money: object, party: string]> = {
    payout: [payout, 'disbursement', 'transfer', { amount: '5000', currency: 'UGX' }, 'payee'],
    collection: [euros, 'collection', 'requesttopay', { amount: '12.50', currency: 'EUR' }, 'payer'],
  }
  test(
    'a payout is a transfer, and a collection a request to pay, exactly as MTN documents them',
    Object.fromEntries(
      Object.entries(ways).map(([name, [transaction, product, operation, money, party]]) => [
        name,
        () =>
          withNetwork({}, async ({ settings, tokens, submissions }) => {
            const { payOut, requestPayment } = overMtn(settings)
            await (transaction === payout ? payOut : requestPayment)(transaction, soon())
            expect(tokens[0]).to.deep.include({ method: 'POST', url: `/${product}/token/` })
            expect(tokens[0]?.body).to.equal('{"grant_type":"client_credentials"}')
            expect(submissions[0]).to.deep.include({ method: 'POST', url: `/${product}/v1_0/${operation}` })
            expect(submissions[0]?.headers).to.include({
              authorization: 'Bearer token-1',
              'x-reference-id': '7b1e3a52-6c1d-4f0a-9a53-2f1c4f6f0001',
              'x-target-environment': 'mtnuganda',
              'ocp-apim-subscription-key': `${product[0]}-subscription`,
              'content-type': 'application/json',
            })
            expect(JSON.parse(submissions[0]?.body ?? '')).to.deep.equal({
              ...money,
              externalId: '01900000-0000-7000-8000-000000000001',
              [party]: { partyIdType: 'MSISDN', partyId: '256770000001' },
              payerMessage: 'Payment',
              payeeNote: 'Payment',
            })
          }),
      ]),
    ),
  )

  test('MTN gets a callback URL if there is one, and otherwise none, not an empty one', () =>
    withNetwork({}, async ({ settings, submissions }) => {
      let url: string | undefined
      const provider = overMtn({ ...settings, callbackUrl: () => url })
      await provider.payOut(payout, soon())
      url = 'https://pay.example/mtn'
      await provider.payOut(payout, soon())
      await overMtn(settings).payOut(payout, soon())
      expect(submissions[0]?.headers).not.to.have.property('x-callback-url')
      expect(submissions[1]?.headers).to.have.property('x-callback-url', 'https://pay.example/mtn')
      expect(submissions[2]?.headers).not.to.have.property('x-callback-url')
    }))

  test('slashes at the end of the base URL are not doubled', () =>
    withNetwork({}, async ({ settings, submissions }) => {
      await overMtn({ ...settings, baseUrl: `${settings.baseUrl}/mtn//` }).payOut(payout, soon())
      expect(submissions[0]?.url).to.equal('/mtn/disbursement/v1_0/transfer')
    }))

  test('the fingerprint names network, URL, environment and API users, and no secret', () => {
    const { fingerprint } = overMtn(settingsFor('https://user:secret@momo.example/'))
    expect(fingerprint).to.equal('MTN https://momo.example mtnuganda c-user d-user')
  })

  test('202 means that MTN has it', () =>
    withNetwork({}, async (network) => {
      expect(await payOut(network)).to.deep.equal({ outcome: 'accepted', providerRef: null })
    }))

  const released: [status: number, body: object | string][] = [
    [400, ''],
    [400, { message: 'Bad request' }],
    [401, { statusCode: 401, message: 'Access denied due to invalid subscription key.' }],
    [403, { message: 'FORBIDDEN IP' }],
    [404, { code: 'RESOURCE_NOT_FOUND', message: 'Resource not found' }],
    [500, { code: 'NOT_ALLOWED', message: 'x' }],
    [500, { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT', message: 'x' }],
    [500, { code: 'INVALID_CALLBACK_URL_HOST', message: 'x' }],
    [500, { code: 'INVALID_CURRENCY', message: 'x' }],
  ]
  test('the documented refusals of form and access release the money', () =>
    eachReply(
      released.map(([status, body]) => ({ status, body })),
      (answer) => expect(answer).to.include({ outcome: 'declined', reason: 'gateway_misconfigured' }),
    ))

  const page = '<html><body>Request Rejected</body></html>'
  const doubted: [status: number, body: object | string][] = [
    ...[200, 202, 400, 401, 403, 404, 409, 500, 502, 503].map((status) => [status, page] as [number, string]),
    ...['PAYEE_NOT_FOUND', 'NOT_ENOUGH_FUNDS', 'PAYER_LIMIT_REACHED', 'INTERNAL_PROCESSING_ERROR', 'NEWLY_MADE'].map(
      (code) => [500, { code, message: 'x' }] as [number, object],
    ),
    [200, ''],
    [200, { status: 'SUCCESSFUL' }],
    [201, ''],
    [204, ''],
    [302, ''],
    [400, { code: 'PAYEE_NOT_FOUND' }],
    [400, { code: 7 }],
    [400, '[]'],
    [404, ''],
    [404, { statusCode: 404, message: 'Resource not found' }],
    [409, { code: 'RESOURCE_ALREADY_EXIST', message: 'Duplicated reference id.' }],
    [429, ''],
    [500, ''],
    [503, { code: 'SERVICE_UNAVAILABLE' }],
    [503, { code: 'NOT_ALLOWED' }],
  ]
  test('every other answer to a submission is doubt', () =>
    eachReply(
      doubted.map(([status, body]) => ({ status, body })),
      (answer) => expect(answer).to.have.property('outcome', 'inDoubt'),
    ))

  test('a refusal that is compressed against the request’s header counts like any other', () =>
    withNetwork(
      {
        submission: () => (response) =>
          void response.writeHead(400, { 'content-encoding': 'gzip' }).end(gzipSync('{}')),
      },
      async (network) => {
        expect(await payOut(network)).to.have.property('outcome', 'declined')
        expect(network.submissions[0]?.headers).to.have.property('accept-encoding', 'identity')
      },
    ))

  test('the answers that release are a setting that replaces the documented ones', () =>
    withNetwork(
      { submission: (nth) => ({ status: 500, body: { code: nth === 1 ? 'PAYEE_NOT_FOUND' : 'NOT_ALLOWED' } }) },
      async (network) => {
        const releaseOn = [[500, 'PAYEE_NOT_FOUND']] as const
        expect(await payOut(network, { releaseOn })).to.include({
          outcome: 'declined',
          reason: 'phone_number_not_found',
        })
        expect(await payOut(network, { releaseOn })).to.have.property('outcome', 'inDoubt')
      },
    ))

  test('the text for operators about a doubt contains the code, known or not, and nothing of the request', {
    'a code': () =>
      eachReply([{ status: 500, body: { code: 'NEW_CODE' } }], (answer) =>
        expect(answer).to.include({ because: 'the network answered 500 with NEW_CODE' }),
      ),
    'a code that repeats the request': () =>
      eachReply(
        [
          { status: 500, body: { code: '256770000001' } },
          { status: 500, body: { code: 'token-1', message: 'd-subscription' } },
          { status: 500, body: 'd-subscription 256770000001' },
        ],
        (answer) => expect(JSON.stringify(answer)).not.to.match(/256770000001|token-1|d-subscription/),
      ),
  })
})

function payOut({ settings }: ScriptedNetwork, given: Partial<MtnSettings> = {}): Promise<Submitted> {
  return overMtn({ ...settings, ...given }).payOut(payout, soon())
}

async function eachReply(replies: Reply[], check: (answer: Submitted) => unknown) {
  for (const reply of replies) check(await mtnSubmitted(reply))
}
