import { type Books, isFinal, type UnitOfWork } from '../../core/sente.ts'

/**
 * These books, with a notification: `notify` is called with the account when a step that has written an event is on the
 * disk.
 */
export function withEventNotification(books: Books, notify: (accountId: string) => void): Books {
  return {
    ...books,
    async atomically(scope, step) {
      if (!scope.events) return books.atomically(scope, step)
      let isWritten = false
      const written = () => {
        isWritten = true
      }
      const result = await books.atomically(scope, (work) => step(watched(work, written)))
      if (isWritten) notify(scope.account)
      return result
    },
  }
}

/** A unit of work that calls `written` before each write of an event; sometimes in vain, since a step may run again. */
function watched(work: UnitOfWork, written: () => void): UnitOfWork {
  return {
    ...work,
    record(transaction) {
      if (isFinal(transaction.state)) written()
      work.record(transaction)
    },
    fund(funding) {
      written()
      work.fund(funding)
    },
  }
}
