import { randomUUID } from 'node:crypto'
import type { Got } from 'got'
import type { Recipient } from '../../../core/sente.ts'
import { type Clock, deadlineIn, type MobileProvider, type Transaction } from '../../../core/sente.ts'
import type { AnswerContent, Check, Exchanged } from '../transport/exchange.ts'
import { guardedSend } from '../transport/guardedSend.ts'
import { isJsonObject, readBody } from '../transport/http/readBody.ts'
import { nobody, recipientName } from '../transport/recipient.ts'
import { exchangeRecorder } from '../transport/recording/exchangeRecorder.ts'
import { digestOf } from '../transport/submitted.ts'
import { usualTimeouts } from '../transport/timeouts.ts'
import { grantedToken } from '../transport/tokens/grantedToken.ts'
import { askWithToken, sendWithToken } from '../transport/tokens/sendWithToken.ts'
import { tokenCache } from '../transport/tokens/tokenCache.ts'
import { walletAmount } from '../transport/walletAmount.ts'
import { describe, tokenRefusal } from './answers.ts'
import { airtelText, misfitOf } from './bodies.ts'
import { codesIn, contentOf, knownFields } from './envelope.ts'
import { airtelHint, airtelId } from './id.ts'
import { airtelOutcomes } from './outcomes.ts'
import { airtelFingerprint, airtelRequests } from './requests.ts'
import type { AirtelSettings } from './settings.ts'

export type { AirtelPadding } from './encryption.ts'
export type { AirtelPaths, AirtelSettings, AirtelVersion, AirtelWalletType } from './settings.ts'

/** The dependencies of the adapter; `http` comes from `providerHttp`. */
export type AirtelParts = { readonly settings: AirtelSettings; readonly http: Got; readonly clock: Clock }

/** Airtel Money: collections and disbursements. Throws when a key or a path in the settings cannot be used. */
export function airtelMoney({ settings, http, clock }: AirtelParts): MobileProvider {
  const { answerMs, enquiryMs, tokenMs } = { ...usualTimeouts, ...settings }
  const requests = airtelRequests(settings)
  const outcomes = airtelOutcomes(settings.releaseOn)
  const tokens = tokenCache({ clock, tokenMs, fetchToken: grantedToken({ http, request: requests.token(), describe }) })
  const send = sendWithToken({ send: guardedSend({ ...settings, http, clock }), tokens, tokenRefusal })

  const { clientId, clientSecret, pin } = settings
  const recorder = exchangeRecorder({ clock, fields: knownFields, codesIn, secrets: [clientId, clientSecret, pin] })

  const checkWith = (transaction: Transaction, token: string): Check => ({
    request: () => requests.enquiry(transaction)(token),
    isNeeded: (answer) =>
      tokenRefusal(answer) !== undefined ||
      outcomes.releases(transaction, answer) ||
      outcomes.tellsWhy(transaction, answer),
    passes: (next, answer) =>
      tokenRefusal(answer) ? tokenRefusal(next) !== undefined : outcomes.isAbsent(transaction, next),
  })

  const submit: MobileProvider['payOut'] = async (transaction, until, onExchange) => {
    const misfit = misfitOf(transaction, settings)
    if (misfit !== undefined) return { outcome: 'declined', reason: 'not_sent', because: misfit }
    const submission = requests.submission(transaction)
    const requestFor = (token: string) => ({
      ...submission(token),
      ...recorder.on({ transaction, question: 'submission', onExchange, token }),
      check: checkWith(transaction, token),
    })
    return outcomes.submitted(transaction, await send(requestFor, { until, answerMs }))
  }

  return {
    fingerprint: airtelFingerprint(settings),
    // Without the PIN of the wallet: it has so few digits that a digest would reveal it.
    access: digestOf([clientId, clientSecret]),
    ...(settings.approvalMs !== undefined && { approvalMs: settings.approvalMs }),
    customerText: airtelText,
    providerId: ({ transactionId }) => airtelId(transactionId),
    payOut: submit,
    requestPayment: submit,
    async enquire(transaction, onExchange) {
      const enquiry = requests.enquiry(transaction)
      const requestFor = (token: string) => ({
        ...enquiry(token),
        ...recorder.on({ transaction, question: 'enquiry', onExchange, token }),
      })
      const isUnnamed = (answer: AnswerContent) => outcomes.isUnnamed(transaction, answer)
      const until = deadlineIn(clock, enquiryMs)
      return outcomes.enquired(transaction, await askWithToken(send, { requestFor, isUnnamed, until }))
    },
    async acceptsAccess(kind) {
      const nobody = { kind, providerId: airtelId(randomUUID()) }
      const exchanged = await send(requests.enquiry(nobody), { until: deadlineIn(clock, enquiryMs) })
      return exchanged.kind === 'answer' && outcomes.isAbsent(nobody, exchanged)
    },
    async walletBalance({ kind, currency }) {
      const requestFor = requests.balance(kind)
      const exchanged = requestFor && (await send(requestFor, { until: deadlineIn(clock, enquiryMs) }))
      if (exchanged?.kind !== 'answer' || exchanged.status !== 200 || !isJsonObject(exchanged.body)) return undefined
      const { data } = exchanged.body
      if (!isJsonObject(data) || data.currency !== currency) return undefined
      return walletAmount(data.balance, currency)
    },
    async recipient({ phoneNumber, currency }) {
      const requestFor = currency === settings.currency ? requests.user(phoneNumber) : undefined
      if (!requestFor) return undefined
      const exchanged = await send(requestFor, { until: deadlineIn(clock, enquiryMs) })
      return airtelUser(phoneNumber.slice(settings.countryCode.length), exchanged)
    },
    identifyCallback: ({ body }) => airtelHint(readBody(body)),
    readCallback: recorder.callback,
  }
}

/**
 * The owner of a phone number; undefined when Airtel does not answer, or answers about another number. The codes are
 * from its list: `DP02200000001` for a user, `DP02200000002` for none. A barred user can't be paid.
 */
function airtelUser(msisdn: string, exchanged: Exchanged): Recipient | undefined {
  if (exchanged.kind !== 'answer' || !isJsonObject(exchanged.body)) return undefined
  const { codes = [] } = contentOf(exchanged.body) ?? {}
  if (codes.includes('DP02200000002') && !codes.includes(found)) return nobody
  const { data } = exchanged.body
  if (exchanged.status !== 200 || !codes.includes(found) || !isJsonObject(data)) return undefined
  if (String(data.msisdn) !== msisdn) return undefined
  const canReceive = typeof data.is_barred === 'boolean' ? !data.is_barred : null
  return { isRegistered: true, name: recipientName(data.first_name, data.last_name), canReceive }
}

const found = 'DP02200000001'
