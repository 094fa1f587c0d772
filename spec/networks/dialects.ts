import type { Got } from 'got'
import { systemClock } from '../../adapters/node/node.ts'
import { airtelMoney } from '../../adapters/providers/airtel/airtelMoney.ts'
import { type MtnSettings, mtnMomo } from '../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import type { Clock, Kind, MobileProvider, Recipient, Transaction } from '../../core/sente.ts'
import * as airtelSays from './airtelScript.ts'
import {
  foreverMs,
  type Manner,
  type Received,
  type Script,
  type ScriptedNetwork,
  type Stated,
  settingsFor,
  transactionOf,
  willing,
  withScriptedNetwork,
} from './scriptedNetwork.ts'

/** The settings that a rule for all networks changes. */
type Given = Partial<Pick<MtnSettings, 'baseUrl' | 'answerMs' | 'enquiryMs' | 'tokenMs' | 'atOnce'>>

/** Opens a provider, by default on connections of its own, which stay open while they are idle. */
type Open = (given?: Given, parts?: { readonly clock?: Clock; readonly http?: Got }) => MobileProvider

/** A scripted network, and the function that opens a provider for it. */
export type Opened = ScriptedNetwork<{ readonly baseUrl: string }> & { readonly open: Open }

/** An answer about a payment, and the network's word and id in it. */
type Reported = readonly [about: 'submission' | 'enquiry', reply: Stated, reported: object, of?: Kind]

/** A network's words for requests, answers and states. */
type Words = {
  readonly name: string
  readonly payout: Transaction
  /** Answers to a payout: accepted, and refused in a way that releases the money. */
  readonly taken: Stated
  readonly released: Stated
  /** Answers to an enquiry: the payment is open, and it is not known. */
  readonly pending: Stated
  readonly unknown: Stated
  /** The request for the token of a payout. */
  readonly token: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: object }
  /** The tokens of a payout and a collection. */
  readonly tokens: readonly [ofPayout: string, ofCollection: string]
  /** Refusals of a token in the network's own words, and in others. */
  readonly refusedToken: readonly Stated[]
  readonly otherRefusals: readonly Stated[]
  /** Answers that look like the refusal of a token, and may be about the payment. */
  readonly noRefusals: readonly Stated[]
  /** The refusal to grant a token. */
  readonly clientRefused: Stated
  /** The provider id in a submission. */
  idIn(submission: Received): unknown
  /** Doubtful answers, with everything that they say about the payment. */
  readonly reported: Readonly<Record<string, readonly Reported[]>>
  /** The reason of an unknown payment, by the network's earlier word about it. */
  readonly reasons: readonly (readonly [word: string | null, reason?: string, of?: Kind])[]
  /** Reports of a failed payment, and the stored word. */
  readonly words: readonly (readonly [report: object, word: string | null, of?: Kind])[]
  /** Answers to a payout that release the money, with the stored word. */
  readonly releasing: readonly (readonly [reply: Stated, word: string | null])[]
  /** Bodies of callbacks about a transaction, and of other requests. */
  callbacksOf(transactionId: string, providerId: string): readonly object[]
  noCallbacks(transactionId: string, providerId: string): readonly (object | string | null)[]
  /** Answers about a phone number, in the order of the questions, with the resulting user. */
  readonly recipients: Readonly<
    Record<string, readonly (readonly [replies: readonly Stated[], Recipient | undefined])[]>
  >
  /** The requested paths for a user who is found. */
  readonly askedFor: readonly string[]
}

/** A network in its own words. */
export type Dialect = Words & {
  readonly collection: Transaction
  /** Opens a provider for a network at this URL. */
  at(baseUrl: string, ...given: Parameters<Open>): MobileProvider
  /** Runs `test` with the network, which by default accepts everything. */
  run<T>(script: Script, test: (network: Opened) => Promise<T>): Promise<T>
}

/** Describes a subject once for each network. */
export function everyNetwork(subject: string, suite: (dialect: Dialect) => void): void {
  for (const dialect of [mtn, airtel]) describe(`${dialect.name}: ${subject}`, () => suite(dialect))
}

function speaking<Settings extends { readonly baseUrl: string }>(
  manner: Manner<Settings>,
  connect: (parts: { settings: Settings; http: Got; clock: Clock }) => MobileProvider,
  words: Words,
): Dialect {
  const opening =
    (settings: Settings): Open =>
    (given, { clock = systemClock, http = providerHttp({ idleMs: foreverMs }) } = {}) =>
      connect({ settings: { ...settings, ...given }, http, clock })
  return {
    ...words,
    collection: { ...words.payout, kind: 'collection' },
    at: (baseUrl, ...given) => opening(manner.settingsFor(baseUrl))(...given),
    run: (script, test) =>
      withScriptedNetwork(manner, script, (network) => test({ ...network, open: opening(network.settings) })),
  }
}

const page = '<html><body>Request Rejected</body></html>'
const nobody: Recipient = { isRegistered: false, name: null, canReceive: false }
const user = (name: Recipient['name'], canReceive: boolean | null = true): Recipient => ({
  isRegistered: true,
  name,
  canReceive,
})
const okello = { given: 'John', family: 'Okello' }

const ofMtn = (status: number, code: string, rest: object = {}): Stated => ({ status, body: { code, ...rest } })
const report = (body: object | string, status = 200): Stated => ({ status, body })
const active = report({ result: true })
const absent = ofMtn(404, 'RESOURCE_NOT_FOUND')
const names = report({ given_name: 'John', family_name: 'Okello', birthdate: '1990-01-01', gender: 'M' })

const mtn = speaking({ willing, settingsFor }, mtnMomo, {
  name: 'MTN MoMo',
  payout: transactionOf(),
  taken: { status: 202 },
  released: { status: 400, body: { message: 'Bad request' } },
  pending: report({ externalId: transactionOf().id, status: 'PENDING' }),
  unknown: absent,
  token: {
    url: '/disbursement/token/',
    headers: {
      authorization: `Basic ${Buffer.from('d-user:d-key').toString('base64')}`,
      'ocp-apim-subscription-key': 'd-subscription',
    },
    body: { grant_type: 'client_credentials' },
  },
  tokens: ['Bearer token-1', 'Bearer token-2'],
  refusedToken: [report({ statusCode: 401, message: 'Unauthorized. Access token is missing or invalid.' }, 401)],
  otherRefusals: [report(page, 401)],
  noRefusals: [ofMtn(401, 'RESOURCE_ALREADY_EXIST')],
  clientRefused: report({ error: 'login_failed' }, 401),
  idIn: ({ headers }) => headers['x-reference-id'],
  reported: {
    'a refusal that is not on the list, known or not': (['payout', 'collection'] as const).flatMap((kind) =>
      ['NOT_ENOUGH_FUNDS', 'PAYEE_NOT_FOUND', 'NEW_CODE'].map(
        (code): Reported => [
          'submission',
          ofMtn(500, code),
          { because: `the network answered 500 with ${code}`, networkReason: code },
          kind,
        ],
      ),
    ),
    'an ambiguous answer, a duplicate, or one without a code': [
      ofMtn(500, 'INTERNAL_PROCESSING_ERROR'),
      ofMtn(500, 'SERVICE_UNAVAILABLE'),
      report({}, 500),
      report(page, 500),
      ofMtn(409, 'NEW_CODE'),
    ].map((reply): Reported => ['submission', reply, {}]),
    'an enquiry with a status that is not documented': [
      [
        'enquiry',
        report({ status: 'REJECTED', reason: 'BARRED', financialTransactionId: 7 }),
        { networkReason: 'BARRED', providerRef: '7', networkReceipt: '7' },
      ],
    ],
  },
  reasons: [
    ['NOT_ENOUGH_FUNDS', 'network_float_too_low'],
    ['NOT_ENOUGH_FUNDS', 'customer_balance_too_low', 'collection'],
    [null],
    ['NEW_CODE'],
  ],
  words: (
    [
      [{ code: 'NEWLY_MADE', message: 'x' }, 'NEWLY_MADE'],
      ['Plafond dépassé “par jour” 👛', 'Plafond dépassé “par jour” 👛'],
      [' PAYEE_NOT_FOUND\n', 'PAYEE_NOT_FOUND'],
      [{ code: 7 }, '7'],
      ['x'.repeat(100), 'x'.repeat(100)],
      ['👛'.repeat(100), '👛'.repeat(100)],
      ['x'.repeat(101), null],
      ['one\u0000two', null],
      ['one\ntwo', null],
      ['one\u2028two', null],
      ['one\u202etwo', null],
      ['\ud83d', null],
      [' ', null],
      [undefined, null],
      [null, null],
      [{}, null],
      [{ code: ['x'] }, null],
    ] as const
  ).flatMap(([reason, word]) =>
    (['payout', 'collection'] as const).map((kind) => [{ status: 'FAILED', reason }, word, kind] as const),
  ),
  releasing: [
    [ofMtn(500, 'NOT_ALLOWED'), 'NOT_ALLOWED'],
    [{ status: 400 }, null],
  ],
  callbacksOf: (externalId) => [
    { externalId, status: 'SUCCESSFUL', financialTransactionId: '1', amount: '5000' },
    { externalId, status: 'FAILED', reason: 'EXPIRED' },
    { reference: externalId, status: 'FAILED' },
    { data: { externalId, status: 'FAILED' } },
    { data: { reference: externalId } },
    { reference: 'another', data: { externalId } },
  ],
  noCallbacks: (id) => [
    ...['', ' ', 'x', '<html></html>', '{}', '[]', 'null', `"${id}"`, `{"externalId":"${id}"`],
    ...[null, 7, true, {}, [id]].map((externalId) => ({ externalId })),
    ...[{ data: id }, { data: [id] }, { data: null }, { reference: 7 }],
  ],
  askedFor: ['active', 'basicuserinfo'].map((asked) => `/disbursement/v1_0/accountholder/msisdn/256770000001/${asked}`),
  recipients: {
    'an active user with names, and nothing else is read': [[[active, names], user(okello)]],
    'an unknown user, in MTN’s own form': [
      [[report({ result: false }), names], nobody],
      [[absent, names], nobody],
      ...[report('<html>', 404), { status: 404 }, report({ result: 'false' }), report({}), report('[]')].map(
        (reply) => [[reply, names], undefined] as const,
      ),
      ...[report({ result: true }, 500), { status: 401 }].map((reply) => [[reply, names], undefined] as const),
    ],
    'a user without names in the answer, or with unprintable ones': [
      ...[absent, { status: 500 }, report({})].map((reply) => [[active, reply], user(null)] as const),
      [[active, report({ given_name: 'x'.repeat(101), family_name: 'a\u0000b' })], user(null)],
      [[active, report({ given_name: null, family_name: 'Okello' })], user({ given: '', family: 'Okello' })],
    ],
  },
})

const { id, said } = airtelSays
const ofAirtel = (codes: Parameters<typeof said>[0], transaction?: object, status = 200): Stated =>
  report(said(codes, transaction), status)
const refusedAs = (status: number) => report({ error: 'invalid_token', error_description: 'expired' }, status)
const foundUser = { response_code: 'DP02200000001', result_code: 'ESB000010', code: '200', success: true }
const missingUser = { response_code: 'DP02200000002', code: '400', success: false }
const john = { msisdn: '750000001', first_name: 'John', last_name: 'Okello', is_barred: false }
const userOf = (data: unknown, status: object = foundUser) => [report({ data, status })] as const

const airtel = speaking(airtelSays.manner, airtelMoney, {
  name: 'Airtel Money',
  payout: airtelSays.payout,
  taken: ofAirtel({ response_code: 'DP00900001006' }),
  released: ofAirtel({ response_code: 'DP00900001012' }),
  pending: ofAirtel({}, { id, status: 'TIP' }),
  unknown: ofAirtel({ response_code: 'DP00900001015' }),
  token: {
    url: '/auth/oauth2/token',
    headers: { accept: '*/*' },
    body: { client_id: 'client-1', client_secret: 'secret-1', grant_type: 'client_credentials' },
  },
  tokens: ['Bearer token-1', 'Bearer token-1'],
  refusedToken: [refusedAs(401), refusedAs(403)],
  otherRefusals: [
    { status: 401 },
    report('<html></html>', 401),
    report({ error: 'unauthorized' }, 401),
    report({ message: 'Unauthorized' }, 401),
    report({ data: {}, status: { code: '401', success: false, message: 'Unauthorized' } }, 401),
    report({ status: { code: 401, response_code: 'DP00900001016', success: false } }, 401),
  ],
  noRefusals: [
    report('<html></html>', 403),
    ofAirtel({ response_code: 'DP00900001001' }, undefined, 403),
    report({ error: 'invalid_token' }, 500),
    report({ error: 'invalid_token', status: { response_code: 'DP00900001001' } }, 403),
    ofAirtel({ response_code: 'DP00900001001' }, undefined, 401),
    ofAirtel({ response_code: 'DP00900001000' }, undefined, 401),
    ofAirtel({}, { id, status: 'TS' }, 401),
  ],
  clientRefused: report({ error: 'invalid_client' }, 400),
  idIn: ({ body }) => JSON.parse(body).transaction.id,
  reported: {
    'a refusal that is not on the list, known or not': [
      ...(['payout', 'collection'] as const).map((kind): Reported => {
        const code = kind === 'payout' ? 'DP00900001007' : 'DP00800001007'
        const reported = { because: `the network answered 200 with ${code}`, networkReason: code }
        return ['submission', ofAirtel({ response_code: code }), reported, kind]
      }),
      ['submission', ofAirtel({ response_code: 'DP00900001099' }), { networkReason: 'DP00900001099' }],
    ],
    'its own id': [
      [
        'submission',
        ofAirtel({ response_code: 'DP00900001007' }, { id, status: 'TF', airtel_money_id: 'MP1' }),
        { networkReason: 'DP00900001007', providerRef: 'MP1', networkReceipt: 'MP1' },
      ],
    ],
    'an ambiguous answer, a duplicate, a success, or one without a code': [
      ...['DP00900001000', 'DP00900001014', 'DP00900001011', 'DP00900001001'].map(
        (response_code): Reported => ['submission', ofAirtel({ response_code }), {}],
      ),
      ['submission', ofAirtel({}), {}],
    ],
    'it names another payment': [
      ['submission', ofAirtel({ response_code: 'DP00900001007' }, { id: 'another', airtel_money_id: 'MP1' }), {}],
    ],
    'an enquiry that names the payment': [
      [
        'enquiry',
        ofAirtel({ response_code: 'DP00900001007' }, { id, status: 'TS', airtel_money_id: 'MP1' }),
        { networkReason: 'DP00900001007', providerRef: 'MP1', networkReceipt: 'MP1' },
      ],
    ],
    'an enquiry that names none': [['enquiry', report({ error: 'invalid_token' }, 403), { outcome: 'unanswered' }]],
  },
  reasons: [
    ['DP00900001007', 'network_float_too_low'],
    ['DP00900001003', 'limit_reached'],
    [null],
    ['DP00900001099'],
    ['DP00900001000'],
  ],
  words: [
    ...(
      [
        [{ response_code: 'DP00900001003', result_code: 'ESB000011' }, 'DP00900001003'],
        [{ response_code: 'DP00900001006', result_code: 'ESB000033' }, 'ESB000033'],
        [{ response_code: 'DP00900001006', result_code: 'ESB000777' }, 'ESB000777'],
        [{ response_code: 'DP00900001006', result_code: 'ESB000010' }, 'DP00900001006'],
        [{ response_code: 'DP00999999999\u0000' }, null],
        [{}, null],
      ] as const
    ).map(([codes, word]) => [said(codes, { id, status: 'TF' }), word] as const),
    [said({ response_code: 'DP00800001029' }, { id, status: 'TE' }), 'DP00800001029', 'collection'],
  ],
  releasing: [[ofAirtel({ response_code: 'DP00900001012' }), 'DP00900001012']],
  callbacksOf: (_, id) => [
    { transaction: { id, message: 'Paid', status_code: 'TS', airtel_money_id: 'MP1' }, hash: 'x' },
    { transaction: { id: 'MP240101.1234', reference: id } },
    { transaction: { status_code: 'TS' }, reference: id },
    { reference: id, status: 'TS' },
    { id, status: 'TS' },
    { data: { transaction: { id, status: 'TS' } }, status: { code: '200' } },
    { data: { transaction: { reference: id } } },
    { data: { id } },
    { data: { reference: id } },
  ],
  noCallbacks: (_, id) => [
    // The last of these texts is one more than the largest UUID.
    ...['', id.slice(1), `${id}0`, ` ${id}`, id.replace(/.$/, '-'), id.replace(/.$/, 'Z'), (2n ** 128n).toString(36)]
      .concat([17, null] as never[])
      .map((other) => ({ transaction: { id: other } })),
    ...[{ message: id }, { transaction: id }, { transaction: [id] }, { data: id }, [{ transaction: { id } }]],
    ...['null', '"x"', {}, '', '<html></html>', `{"transaction":{"id":"${id}"`],
  ],
  askedFor: ['/standard/v1/users/750000001'],
  recipients: {
    'a user who is found: only names and barring are read': [
      [userOf({ ...john, registration: { status: 'SUBS' }, is_pin_set: true }), user(okello)],
      [userOf({ ...john, msisdn: 750_000_001 }), user(okello)],
      [userOf({ ...john, is_barred: true }), user(okello, false)],
      [userOf({ ...john, is_barred: 'no' }), user(okello, null)],
      [userOf({ msisdn: '750000001' }), user(null, null)],
    ],
    'a user who is found only by an answer about this very number': [
      ...[{ ...john, msisdn: '750000002' }, { ...john, msisdn: undefined }, undefined].map(
        (data) => [userOf(data), undefined] as const,
      ),
      [userOf(john, { code: '200', success: true }), undefined],
      [userOf(john, { ...foundUser, response_code: 'DP02200000000' }), undefined],
    ],
    'an unknown user, only by Airtel’s code for that': [
      [userOf(undefined, missingUser), nobody],
      [[report({ status: missingUser }, 404)], nobody],
      [[{ status: 404 }], undefined],
      [[report('<html>', 500)], undefined],
    ],
  },
})
