import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Way as Kind } from '../../../core/sente.ts'
import type { Dialect, Reply } from './dialects.ts'

/** What is asked of a network. */
export type Part = 'token' | 'submission' | 'enquiry'

/** A request whose head a network has read, and what it can do with it. */
export type Call = {
  readonly dialect: Dialect
  readonly kind: Kind
  /** Its number among the requests of its part, from 1. */
  readonly nth: number
  readonly response: ServerResponse
  readonly socket: Socket
  /** Reads the body, performs the request, and resolves with the answer to send. */
  perform(): Promise<Reply>
  /** Reads the body of a submission, tries the payment and fails. */
  fail(): Promise<void>
  /** Reads the body and does nothing. */
  read(): Promise<string>
}

/** What a network does with a request. */
export type Conduct = (call: Call) => unknown

/** What is wrong with the connection to a network, or with its certificate. */
export type Way = 'refused' | 'unknownName' | 'untrusted' | 'othersCertificate' | 'cutBeforeTls'

/** What is wrong with a network until it recovers; all else works properly. */
export type Trouble = { readonly [part in Part]?: Conduct } & {
  readonly way?: Way
  /** How long the gateway waits for the answer to a submission, where that is not the usual time. */
  readonly answerMs?: number
  /** How long after the opening the gateway may submit, where that is not the usual time. */
  readonly submitWithinMs?: number
}

/** Whether deadlines are shorter than the real ones, so that a gateway may miss them on a busy machine. */
export function isHasty({ answerMs, submitWithinMs }: Trouble): boolean {
  return answerMs !== undefined || submitWithinMs !== undefined
}
