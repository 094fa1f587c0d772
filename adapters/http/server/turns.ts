import { fairQueue } from './fairQueue.ts'

/** Begins to handle a request: at once, or when it is its sender's turn. `senderOf` is called only when it has to wait. */
type Turns = (begin: () => void, senderOf: () => Sender) => void

/** Whoever has sent a request: a client network, and the key that it came with. */
type Sender = { readonly network: string; readonly key: string }

/** For how long requests are begun in one turn of the event loop, in milliseconds. */
const turnMs = 1

/** How many that waited are begun in one turn: most of what they do comes after it, and is not measured. */
const mostInTurn = 4

/**
 * Lets the senders of requests take turns: what arrives at once is begun in several turns of the event loop, between which
 * whatever was begun before goes on.
 */
export function turns(): Turns {
  const waiting = fairQueue<() => void>()
  let endsAtMs: number | undefined

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
    for (let begun = 0; begun < mostInTurn && !waiting.isEmpty() && isInTime(); begun += 1) waiting.take()?.()
  }

  return (begin, senderOf) => {
    if (waiting.isEmpty() && isInTime()) return begin()
    const { network, key } = senderOf()
    waiting.add(network, key, begin)
  }
}
