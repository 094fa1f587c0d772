import { EventEmitter } from 'node:events'
import { type Books, isFinal, type UnitOfWork } from '../../core/sente.ts'

/** Wakes those who wait for an event of an account. */
export type EventBell = {
  /** These books, ringing for an account when a step that has written an event is on the disk. */
  ringing(books: Books): Books
  /** Calls a listener with the account at every ring. */
  listen(listener: (accountId: string) => void): void
  /** Resolves at the next ring for an account, or after `ms`; and now and then, as other processes do not ring. */
  awaitRing(accountId: string, ms: number): Promise<void>
}

/** How long an event of another node, or of an operator's command, may stay unheard, in milliseconds. */
const longestMs = 1_000

/** Makes the bell of one process. */
export function eventBell(): EventBell {
  const bell = new EventEmitter().setMaxListeners(0)
  const any = Symbol('any account')
  return {
    ringing: (books) => ({
      ...books,
      async atomically(scope, step) {
        if (!scope.events) return books.atomically(scope, step)
        let isNews = false
        const hear = () => {
          isNews = true
        }
        const result = await books.atomically(scope, (work) => step(heard(work, hear)))
        if (isNews) {
          bell.emit(scope.account)
          bell.emit(any, scope.account)
        }
        return result
      },
    }),
    listen: (listener) => void bell.on(any, listener),
    awaitRing: (accountId, ms) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          bell.off(accountId, wake)
          resolve()
        }
        const timer = setTimeout(wake, Math.min(ms, longestMs))
        bell.on(accountId, wake)
      }),
  }
}

/** A unit of work that calls `hear` before what writes an event; now and then for nothing, as a step may run again. */
function heard(work: UnitOfWork, hear: () => void): UnitOfWork {
  return {
    ...work,
    record(transaction) {
      if (isFinal(transaction.state)) hear()
      work.record(transaction)
    },
    fund(funding) {
      hear()
      work.fund(funding)
    },
  }
}
