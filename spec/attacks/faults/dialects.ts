import type { Connection } from '../../../adapters/providers/market/connections.ts'
import type { Way as Kind } from '../../../core/sente.ts'
import { airtelAt, said } from '../../networks/airtelScript.ts'
import { grant, settingsFor } from '../../networks/scriptedNetwork.ts'

/** An answer in a network's form. */
export type Reply = { readonly status: number; readonly body: string }

/** A payment at a network: the body of the submission, and its end there. */
export type Known = { readonly id: string; readonly body: string; readonly end: 'succeeded' | 'failed' }

/** The common answers of both networks, in the form of one of them. */
export type Dialect = {
  readonly name: 'MTN' | 'AIRTEL'
  /** The receipt number of a successful payment. */
  readonly receipt: string
  /** The gateway's connection to it. */
  connectionTo(baseUrl: string): Connection
  /** The id of a submission. */
  idIn(headers: Readonly<Record<string, unknown>>, body: string): string
  readonly granted: Reply
  /** The answer to wrong credentials. */
  readonly deniesToken: Reply
  /** The answer to a request with an expired token. */
  readonly expiredToken: Reply
  accepted(kind: Kind): Reply
  /** A refusal that is documented to come before any execution. */
  readonly finalRefusal: Reply
  /** The same body with an undocumented status. */
  readonly misplacedRefusal: Reply
  /** A refusal for business reasons with status 500; the payment may have been tried. */
  businessRefusal(kind: Kind): Reply
  /** The answer to an enquiry about a known payment. */
  report(kind: Kind, known: Known): Reply
  /** The answer to an enquiry about an unknown payment. */
  unknown(kind: Kind): Reply
}

const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) })

const mtn: Dialect = {
  name: 'MTN',
  receipt: '363440463',
  connectionTo: (baseUrl) => ({ api: 'mtn-momo', name: 'mtn', settings: settingsFor(baseUrl) }),
  idIn: (headers) => String(headers['x-reference-id']),
  granted: json(200, grant('token', 3600).body),
  deniesToken: json(401, { error: 'login_failed' }),
  expiredToken: json(401, { message: 'Access token is missing or invalid' }),
  accepted: () => ({ status: 202, body: '' }),
  finalRefusal: json(500, { code: 'INVALID_CURRENCY', message: 'Currency not supported' }),
  misplacedRefusal: json(400, { code: 'INVALID_CURRENCY', message: 'Currency not supported' }),
  businessRefusal: () => json(500, { code: 'PAYER_LIMIT_REACHED', message: 'The limit has been breached' }),
  report: (_kind, { body, end }) =>
    json(200, {
      ...JSON.parse(body),
      ...(end === 'succeeded'
        ? { status: 'SUCCESSFUL', financialTransactionId: mtn.receipt }
        : { status: 'FAILED', reason: { code: 'PAYER_LIMIT_REACHED' } }),
    }),
  unknown: () => json(404, { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found' }),
}

/** The beginnings of Airtel's codes for each operation. */
const prefixes = { payout: 'DP009', collection: 'DP008' } as const

const code = (kind: Kind, number: string) => ({ response_code: `${prefixes[kind]}0000${number}` })

const airtel: Dialect = {
  name: 'AIRTEL',
  receipt: '133',
  connectionTo: (baseUrl) => ({ api: 'airtel-money', name: 'airtel', settings: airtelAt(baseUrl) }),
  idIn: (_headers, body) => JSON.parse(body).transaction.id,
  granted: json(200, grant('token', '180').body),
  deniesToken: json(400, { error: 'invalid_client', error_description: 'Invalid client authentication' }),
  expiredToken: json(401, { error: 'invalid_token', error_description: 'The access token is invalid or has expired' }),
  accepted: (kind) => json(200, said(code(kind, '1006'))),
  finalRefusal: json(400, said({ response_code: 'ESB000034' })),
  misplacedRefusal: json(500, said({ response_code: 'ESB000034' })),
  businessRefusal: (kind) => json(500, said(code(kind, '1003'))),
  report: (kind, { id, end }) =>
    end === 'succeeded'
      ? json(200, said(code(kind, '1001'), { id, airtel_money_id: airtel.receipt, status: 'TS' }))
      : json(200, said(code(kind, '1003'), { id, status: 'TF' })),
  unknown: (kind) => json(200, said(code(kind, kind === 'payout' ? '1015' : '1025'))),
}

/** Both networks. */
export const dialects: readonly Dialect[] = [mtn, airtel]
