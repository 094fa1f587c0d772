import type { Callback, Clock, Exchange, Hear, Transaction } from '../../../../core/sente.ts'
import type { Exchanged, NetworkRequest } from '../exchange.ts'
import { type Body, readBody } from '../http/readBody.ts'
import { type Keeping, type KnownFields, keptCode, redacted } from './redact.ts'

/** Reports exchanges with one network. */
export type Hearing = {
  /** The options that make a request about a transaction report its exchange; none without a listener. */
  on(about: About): Pick<NetworkRequest, 'onExchanged'>
  callback(callback: Callback, transaction: Transaction): Exchange
}

type About = {
  readonly transaction: Transaction
  readonly question: Exchange['question']
  readonly hear: Hear | undefined
  readonly token: string
}

/** The dependencies of the reports. */
type HearingParts = {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly fields: KnownFields
  readonly codesIn: (body: Body) => readonly string[]
  /** Secrets that no report may contain. */
  readonly secrets: readonly string[]
}

/** Reports exchanges in a form that may be kept. */
export function hearingOf({ clock, fields, codesIn, secrets }: HearingParts): Hearing {
  const keepingFor = ({ phoneNumber }: Transaction, token = ''): Keeping => ({
    fields,
    phoneNumber,
    secrets: [...secrets, token],
  })
  function said(body: Body, raw: Uint8Array, keeping: Keeping) {
    const codes = codesIn(body).map((code) => keptCode(code, keeping))
    return { codes, answer: redacted(body, raw, keeping) }
  }
  function told(exchanged: Exchanged, raw: Uint8Array, keeping: Keeping) {
    if (exchanged.kind !== 'answer') return { status: null, codes: [], answer: '', problem: exchanged.because }
    const { status, body } = exchanged
    return { status, ...said(body, raw, keeping), problem: null }
  }
  return {
    on({ transaction, question, hear, token }) {
      if (!hear) return {}
      return {
        onExchanged(exchanged, { raw, tookMs }) {
          hear({ question, atMs: clock.nowMs(), tookMs, ...told(exchanged, raw, keepingFor(transaction, token)) })
        },
      }
    },
    callback({ body: raw }, transaction) {
      const told = said(readBody(raw), raw, keepingFor(transaction))
      return { question: 'callback', atMs: clock.nowMs(), tookMs: 0, status: null, ...told, problem: null }
    },
  }
}
