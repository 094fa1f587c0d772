import { EventEmitter } from 'node:events'

/** Tells those who wait for an event of an account that this process has written one. */
export type EventNotifications = {
  /** Tells that an event of an account is on the disk. */
  notify(accountId: string): void
  /** Calls a listener with the account at every notification. */
  subscribe(listener: (accountId: string) => void): void
  /**
   * Resolves at the next notification of an account, or after `ms`; and now and then, as other processes notify no one
   * here.
   */
  next(accountId: string, ms: number): Promise<void>
}

/** After how many milliseconds one who waits has to look for an event of another node or of an operator's command. */
const longestMs = 1_000

/** Makes the notifications of one process. */
export function eventNotifications(): EventNotifications {
  const emitter = new EventEmitter().setMaxListeners(0)
  const any = Symbol('any account')
  return {
    notify(accountId) {
      emitter.emit(accountId)
      emitter.emit(any, accountId)
    },
    subscribe: (listener) => void emitter.on(any, listener),
    next: (accountId, ms) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          emitter.off(accountId, wake)
          resolve()
        }
        const timer = setTimeout(wake, Math.min(ms, longestMs))
        emitter.on(accountId, wake)
      }),
  }
}
