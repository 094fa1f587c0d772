import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { systemClock } from '../../adapters/node/node.ts'
import { type AirtelPadding, type AirtelSettings, airtelMoney } from '../../adapters/providers/airtel/airtelMoney.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import type { Clock, Transaction } from '../../core/sente.ts'
import {
  grant,
  type Manner,
  type Reply,
  type Script,
  type ScriptedNetwork,
  soon,
  transactionOf,
  withScriptedNetwork,
} from './scriptedNetwork.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The public key of the scripted Airtel, as PEM. */
export const pem = String(keys.publicKey.export({ type: 'spki', format: 'pem' }))

/** The same key in Airtel's published form. */
export const spki = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** The transaction id of `payout` and `collection` in the form for Airtel. */
export const id = '03bvutxsw841vhkfzxwdb6br5'

/** A payout of UGX 5000 to a customer of Airtel. */
export const payout = transactionOf({ network: 'AIRTEL', phoneNumber: '256750000001', providerId: id })

/** A collection of the same amount from the same customer. */
export const collection: Transaction = { ...payout, kind: 'collection' }

/** Settings for a network at this URL. */
export function airtelAt(baseUrl: string): AirtelSettings {
  const home = { country: 'UG', currency: 'UGX', countryCode: '256' }
  const access = { clientId: 'client-1', clientSecret: 'secret-1', pin: '2468', pinKey: spki }
  return { network: 'AIRTEL', baseUrl, ...home, ...access }
}

/** Airtel's answer in its usual envelope. */
export function said(codes: { response_code?: string; result_code?: string }, transaction?: object) {
  const data = transaction && { data: { transaction } }
  return { ...data, status: { ...codes, code: '200', success: true, message: 'words' } }
}

/** Runs `test` with an Airtel that by default has every payment in progress. */
export function withAirtel<T>(script: Script, test: (network: ScriptedNetwork<AirtelSettings>) => Promise<T>) {
  return withScriptedNetwork(manner, script, test)
}

/** An Airtel provider on connections of its own, which stay open while they are idle. */
export function overAirtel(settings: AirtelSettings, clock: Clock = systemClock) {
  return airtelMoney({ settings, http: providerHttp({ idleMs: 300_000 }), clock })
}

/** Submits a transaction to a network with this answer. */
export function submitted(reply: Reply, transaction = payout, given: Partial<AirtelSettings> = {}) {
  return withAirtel({ submission: () => reply }, ({ settings }) => {
    const { payOut, requestPayment } = overAirtel({ ...settings, ...given })
    return (transaction.kind === 'payout' ? payOut : requestPayment)(transaction, soon())
  })
}

/** Enquires about a transaction at a network with this answer. */
export function enquired(reply: Reply, transaction = payout) {
  return withAirtel({ enquiry: () => reply }, ({ settings }) => overAirtel(settings).enquire(transaction))
}

/** The text sealed under the public key. */
export function unsealed(sealed: string, padding: AirtelPadding): string {
  return decryptions[padding](Buffer.from(sealed, 'base64')).toString('utf8')
}

/** Airtel by default: every payment is in progress. */
export const manner: Manner<AirtelSettings> = {
  settingsFor: airtelAt,
  willing: {
    token: (nth) => grant(`token-${nth}`, '180'),
    submission:
      () =>
      (response, { url }) => {
        const code = url.includes('disbursements') ? 'DP00900001006' : 'DP00800001006'
        response.end(JSON.stringify(said({ response_code: code })))
      },
    enquiry: () => ({ status: 200, body: said({ result_code: 'ESB000010' }, { id, status: 'TIP' }) }),
  },
}

const { privateKey: key } = keys

const decryptions: Record<AirtelPadding, (sealed: Buffer) => Buffer> = {
  // Node 20 no longer removes this padding: 0, 2, bytes other than 0, 0, and the text.
  pkcs1(sealed) {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, sealed)
    return block.subarray(block.indexOf(0, 2) + 1)
  },
  'oaep-sha1': (sealed) => privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, sealed),
  'oaep-sha256': (sealed) =>
    privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealed),
}
