import type { Callback, Clock, Exchange, OnExchange, Transaction } from '../../../../core/sente.ts'
import type { Exchanged, NetworkRequest } from '../exchange.ts'
import { type Body, readBody } from '../http/readBody.ts'
import { type Keeping, type KnownFields, keptCode, redacted } from './redact.ts'

/** Reports exchanges with one network. */
export type ExchangeRecorder = {
  /** The options that make a request about a transaction report its exchange; none without a listener. */
  on(about: About): Pick<NetworkRequest, 'onExchanged'>
  callback(callback: Callback, transaction: Transaction): Exchange
}

type About = {
  readonly transaction: Transaction
  readonly question: Exchange['question']
  readonly onExchange: OnExchange | undefined
  readonly token: string
}

/** The dependencies of the reports. */
type RecorderParts = {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly fields: KnownFields
  readonly codesIn: (body: Body) => readonly string[]
  /** Secrets that no report may contain. */
  readonly secrets: readonly string[]
}

/** Reports exchanges in a form that may be kept. */
export function exchangeRecorder({ clock, fields, codesIn, secrets }: RecorderParts): ExchangeRecorder {
  const keepingFor = ({ phoneNumber }: Transaction, token = ''): Keeping => ({
    fields,
    phoneNumber,
    secrets: [...secrets, token],
  })
  function said(body: Body, raw: Uint8Array, keeping: Keeping) {
    const codes = codesIn(body).map((code) => keptCode(code, keeping))
    return { codes, answer: redacted(body, raw, keeping) }
  }
  function recorded(exchanged: Exchanged, raw: Uint8Array, keeping: Keeping) {
    if (exchanged.kind !== 'answer') return { status: null, codes: [], answer: '', problem: exchanged.because }
    const { status, body } = exchanged
    return { status, ...said(body, raw, keeping), problem: null }
  }
  return {
    on({ transaction, question, onExchange, token }) {
      if (!onExchange) return {}
      return {
        onExchanged(exchanged, { raw, tookMs }) {
          onExchange({
            question,
            atMs: clock.nowMs(),
            tookMs,
            ...recorded(exchanged, raw, keepingFor(transaction, token)),
          })
        },
      }
    },
    callback({ body: raw }, transaction) {
      const recorded = said(readBody(raw), raw, keepingFor(transaction))
      return { question: 'callback', atMs: clock.nowMs(), tookMs: 0, status: null, ...recorded, problem: null }
    },
  }
}
