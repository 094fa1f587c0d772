import type { Clock, EventRows, WaitingDelivery, WebhookEndpoint } from '../../../core/sente.ts'
import type { Post, Posted } from '../post.ts'
import { type SecretOf, signedEvent } from '../sign.ts'

/** The dependencies of requests to an endpoint. */
export type AttemptDeps = {
  readonly clock: Clock
  readonly post: Post
  readonly secretOf: SecretOf
}

/** An ended attempt: the event, the waiting delivery if it was not the first attempt, and the answer. */
export type EndedAttempt = {
  readonly rows: EventRows
  readonly waiting: WaitingDelivery | undefined
  readonly posted: Posted
}

/** The attempts at one endpoint that the store does not know of yet. */
export type Attempts = {
  begin(rows: EventRows, waiting?: WaitingDelivery): void
  /** Whether an event is under way, or its result is not recorded yet: until then the store counts it as due. */
  has(sequence: number): boolean
  /** How many more may begin now. */
  room(): number
  /** Whether no request is under way. */
  isIdle(): boolean
  hasEnded(): boolean
  /** The attempts that have ended since the last call, to be recorded. */
  takeEnded(): readonly EndedAttempt[]
  /** One promise for each request under way; it resolves when the request has ended. */
  underWay(): readonly Promise<void>[]
}

/** The most requests to one endpoint that are under way at once. */
export const mostInFlight = 8

/** Makes the attempts at an endpoint. */
export function attemptsAt(endpoint: WebhookEndpoint, { clock, post, secretOf }: AttemptDeps): Attempts {
  const inFlight = new Map<number, Promise<void>>()
  let ended: EndedAttempt[] = []

  return {
    begin(rows, waiting) {
      const { sequence } = rows.event
      const message = signedEvent(rows, { signer: endpoint, atMs: clock.nowMs(), secretOf })
      const sending = post(endpoint.url, message).then((posted) => {
        inFlight.delete(sequence)
        ended.push({ rows, waiting, posted })
      })
      inFlight.set(sequence, sending)
    },
    has: (sequence) => inFlight.has(sequence) || ended.some(({ rows }) => rows.event.sequence === sequence),
    room: () => mostInFlight - inFlight.size,
    isIdle: () => inFlight.size === 0,
    hasEnded: () => ended.length > 0,
    takeEnded() {
      const taken = ended
      ended = []
      return taken
    },
    underWay: () => [...inFlight.values()],
  }
}
