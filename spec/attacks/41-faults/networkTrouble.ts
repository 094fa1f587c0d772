import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Kind } from '../../../core/sente.ts'
import type { Dialect, Said } from './dialects.ts'

/** What is asked of a network. */
export type Part = 'token' | 'submission' | 'enquiry'

/** A request of which a network has read the head, and what it can do with it. */
export type Call = {
  readonly dialect: Dialect
  readonly kind: Kind
  /** Which of the requests of its part it is, from 1. */
  readonly nth: number
  readonly response: ServerResponse
  readonly socket: Socket
  /** Reads the body, does what was asked, and resolves with what should be answered. */
  perform(): Promise<Said>
  /** Reads the body of a submission, tries the payment and fails. */
  fail(): Promise<void>
  /** Reads the body and does nothing. */
  read(): Promise<string>
}

/** What a network does with a request. */
export type Conduct = (call: Call) => unknown

/** What is wrong with the way to a network, or with what it shows of itself there. */
export type Way = 'refused' | 'unknownName' | 'untrusted' | 'othersCertificate' | 'cutBeforeTls'

/** What is wrong with a network until it recovers; where nothing is said, it does its duty. */
export type Trouble = { readonly [part in Part]?: Conduct } & {
  readonly way?: Way
  /** How long the gateway waits for the answer to a submission, where that is not the usual time. */
  readonly answerMs?: number
  /** How long after the opening the gateway may submit, where that is not the usual time. */
  readonly submitWithinMs?: number
}
