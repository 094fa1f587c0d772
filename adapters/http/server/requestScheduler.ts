import type { IncomingMessage } from 'node:http'
import { fairQueue } from './fairQueue.ts'
import { type Sender, senderConnections } from './senderConnections.ts'

/** Begins to handle a request: at once, or in its sender's turn. */
type RequestScheduler = (req: Pick<IncomingMessage, 'socket'>, begin: () => void, senderOf: () => Sender) => void

/** How long requests are begun in one turn of the event loop, in milliseconds. */
const turnMs = 1

/** How many waiting requests are begun in one turn: most of their work comes after it, and is not measured. */
const mostInTurn = 4

/**
 * A sender that waits alone begins a request in one of so many turns, for so long after several senders have waited: a
 * payment needs many turns once it has begun.
 */
const [turnsOfOne, turnsOfOthers] = [4, 256]

/**
 * The number of waiting requests from which a sender's own connections are tracked: most senders never have so many.
 */
const many = 8

/**
 * Lets the senders of requests take turns. Requests that arrive at once are begun in several turns of the event loop,
 * and earlier requests continue in between. A turn begins as many waiting requests as there are senders; the turns after
 * that are left to requests that have begun. `senderOf` is called only when a request has to wait.
 */
export function requestScheduler(): RequestScheduler {
  const waiting = fairQueue<() => void>()
  const waitingOf = ({ network, key }: Sender) => waiting.countOf(network, key)
  const { wait, readOn } = senderConnections(waitingOf)
  let endsAtMs: number | undefined
  let [turn, othersUntilTurn] = [0, 0]

  function isInTime(): boolean {
    if (endsAtMs === undefined) {
      endsAtMs = performance.now() + turnMs
      setImmediate(nextTurn)
      return true
    }
    return performance.now() < endsAtMs
  }

  function nextTurn() {
    endsAtMs = undefined
    turn += 1
    const senders = waiting.ownersUpTo(mostInTurn)
    if (senders > 1) othersUntilTurn = turn + turnsOfOthers
    const isOthersTurn = senders === 1 && turn < othersUntilTurn && turn % turnsOfOne !== 0
    const most = isOthersTurn ? 0 : senders
    for (let begun = 0; begun < most && isInTime(); begun += 1) waiting.take()?.()
    if (readOn() || !waiting.isEmpty()) isInTime()
  }

  return ({ socket }, begin, senderOf) => {
    if (waiting.isEmpty() && isInTime()) return begin()
    const sender = senderOf()
    waiting.add(sender.network, sender.key, begin)
    if (waitingOf(sender) >= many && !sender.isPassedOn()) wait(sender, socket)
  }
}
