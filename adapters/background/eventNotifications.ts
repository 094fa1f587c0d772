import { EventEmitter } from 'node:events'

/** Notifies callers that wait for an event of an account when this process has written one. */
export type EventNotifications = {
  /** Announces that an event of an account is on the disk. */
  notify(accountId: string): void
  /** Calls a listener with the account at every notification. */
  subscribe(listener: (accountId: string) => void): void
  /**
   * Resolves at the next notification of an account, or after `ms`; and from time to time, since other processes send
   * no notifications here.
   */
  next(accountId: string, ms: number): Promise<void>
}

/** The milliseconds after which a waiting caller must look for an event of another node or of an operator's command. */
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
