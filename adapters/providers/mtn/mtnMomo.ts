import { randomUUID } from 'node:crypto'
import type { Got } from 'got'
import {
  type Clock,
  deadlineIn,
  type Enquired,
  type MobileProvider,
  type Reason,
  type Submitted,
  type Transaction,
  type Way,
  wayOf,
} from '../../../core/sente.ts'
import { type AnswerContent, alone, type Check, type Exchanged, type NetworkAnswer } from '../transport/exchange.ts'
import { guardedSend } from '../transport/guardedSend.ts'
import { isJsonObject, printableText, readBody } from '../transport/http/readBody.ts'
import { exchangeRecorder } from '../transport/recording/exchangeRecorder.ts'
import { digestOf, unanswered } from '../transport/submitted.ts'
import { usualTimeouts } from '../transport/timeouts.ts'
import { grantedToken } from '../transport/tokens/grantedToken.ts'
import { askWithToken, sendWithToken } from '../transport/tokens/sendWithToken.ts'
import { tokenCache } from '../transport/tokens/tokenCache.ts'
import { walletAmount } from '../transport/walletAmount.ts'
import { codeOf, describe, faultIn, isProof, mtnAnswers, refusalIn, tokenRefusal } from './answers.ts'
import { mtnHolder } from './holder.ts'
import { codesIn, knownFields, namesPayment, readPayment, transactionIn } from './payment.ts'
import { reasonFor, reasonOf } from './reasons.ts'
import { accessOf, mtnFingerprint, mtnRequests, mtnText } from './requests.ts'
import type { MtnSettings } from './settings.ts'

export type { MtnProduct, MtnSettings } from './settings.ts'

/** The dependencies of the adapter; `http` comes from `providerHttp`. */
export type MtnParts = { readonly settings: MtnSettings; readonly http: Got; readonly clock: Clock }

/** MTN MoMo: transfers of the Disbursement product and requests to pay of the Collection product, both version 1. */
export function mtnMomo({ settings, http, clock }: MtnParts): MobileProvider {
  const { answerMs, enquiryMs, tokenMs } = { ...usualTimeouts, ...settings }
  const meaningOf = mtnAnswers(settings.releaseOn)
  const send = guardedSend({ ...settings, http, clock })
  const recorder = exchangeRecorder({ clock, fields: knownFields, codesIn, secrets: accessOf(settings) })
  const products = { payout: productFor('payout'), collection: productFor('collection') }

  function productFor(way: Way) {
    const requests = mtnRequests(way, settings)
    const tokens = tokenCache({
      clock,
      tokenMs,
      fetchToken: grantedToken({ http, request: requests.token(), describe }),
    })
    return { requests, send: sendWithToken({ send, tokens, tokenRefusal }) }
  }

  function sortSubmission(way: Way, exchanged: Exchanged): Submitted {
    if (exchanged.kind !== 'answer') return unanswered(exchanged)
    const meaning = meaningOf('submission', exchanged)
    if (meaning === 'accepted') return { outcome: 'accepted', providerRef: null }
    if (meaning === 'released' && isProof(exchanged))
      return {
        outcome: 'declined',
        ...whyReleased(exchanged, way),
        because: describe(exchanged),
        ...faultIn(exchanged),
      }
    if (meaning === 'released')
      return { outcome: 'inDoubt', because: `${describe(exchanged)}, perhaps to another request` }
    const networkReason = exchanged.connection === 'used' ? null : refusalIn(exchanged)
    return { outcome: 'inDoubt', because: describe(exchanged), ...(networkReason !== null && { networkReason }) }
  }

  function isUnnamed(answer: AnswerContent): boolean {
    return meaningOf('enquiry', answer) === 'payment' && isJsonObject(answer.body) && !namesPayment(answer.body)
  }

  function sortEnquiry(transaction: Transaction, exchanged: Exchanged): Enquired {
    if (exchanged.kind !== 'answer') return { outcome: 'unanswered', because: exchanged.because }
    const meaning = meaningOf('enquiry', exchanged)
    if (meaning === 'notFound') {
      const reason = reasonFor(transaction.networkReason, wayOf(transaction))
      return { outcome: 'notFound', ...(reason && { reason }) }
    }
    if (meaning === 'payment' && isJsonObject(exchanged.body))
      return readPayment(transaction, exchanged.body, exchanged)
    return { outcome: 'unanswered', because: describe(exchanged) }
  }

  function checkWith(request: Check['request']): Check {
    return {
      request,
      isNeeded: (answer) =>
        tokenRefusal(answer) !== undefined ||
        refusalIn(answer) !== null ||
        (meaningOf('submission', answer) === 'released' && codeOf(answer.body) !== null),
      passes: (next, answer) =>
        tokenRefusal(answer)
          ? tokenRefusal(next) !== undefined
          : meaningOf('enquiry', next) === 'notFound' && codeOf(next.body) !== codeOf(answer.body),
    }
  }

  const submit =
    (way: Way): MobileProvider['payOut'] =>
    async (transaction, until, onExchange) => {
      const { requests, send } = products[way]
      const requestFor = (token: string) => ({
        ...requests.submission(transaction, token),
        ...recorder.on({ transaction, question: 'submission', onExchange, token }),
        check: checkWith(() => requests.enquiry(transaction, token)),
      })
      return sortSubmission(way, await send(requestFor, { until, answerMs }))
    }

  return {
    fingerprint: mtnFingerprint(settings),
    access: digestOf(accessOf(settings)),
    ...(settings.approvalMs !== undefined && { approvalMs: settings.approvalMs }),
    customerText: mtnText,
    providerId: ({ random }) => random,
    payOut: submit('payout'),
    requestPayment: submit('collection'),
    async enquire(transaction, onExchange) {
      const { requests, send } = products[wayOf(transaction)]
      const requestFor = (token: string) => ({
        ...requests.enquiry(transaction, token),
        ...recorder.on({ transaction, question: 'enquiry', onExchange, token }),
      })
      const until = deadlineIn(clock, enquiryMs)
      return sortEnquiry(transaction, await askWithToken(send, { requestFor, isUnnamed, until }))
    },
    async acceptsAccess(kind) {
      const { requests, send } = products[kind]
      const requestFor = (token: string) => requests.enquiry({ providerId: randomUUID() }, token)
      const exchanged = await send(requestFor, { until: deadlineIn(clock, enquiryMs) })
      return exchanged.kind === 'answer' && meaningOf('enquiry', exchanged) === 'notFound'
    },
    async walletBalance({ kind, currency: ours }) {
      const { requests, send } = products[kind]
      const exchanged = await send((token) => requests.balance(token), { until: deadlineIn(clock, enquiryMs) })
      if (exchanged.kind !== 'answer' || exchanged.status !== 200 || !isJsonObject(exchanged.body)) return undefined
      const { availableBalance, currency } = exchanged.body
      return currency === ours ? walletAmount(availableBalance, ours) : undefined
    },
    async recipient({ phoneNumber }) {
      const { requests, send } = products.payout
      const until = deadlineIn(clock, enquiryMs)
      // Its answers name no number. On a connection of its own, an answer cannot be about another number.
      return mtnHolder((asked) => send((token) => alone(requests.holder(phoneNumber, asked, token)), { until }))
    },
    identifyCallback: ({ body }) => transactionIn(readBody(body)),
    readCallback: recorder.callback,
  }
}

/** The reason of a release. Refusals without a code are about the form of our requests or our access. */
function whyReleased({ body }: NetworkAnswer, way: Way): { reason: Reason; networkReason: string | null } {
  const code = codeOf(body)
  const reason = typeof code === 'string' ? reasonOf(code, way) : 'gateway_misconfigured'
  return { reason, networkReason: printableText(code) }
}
