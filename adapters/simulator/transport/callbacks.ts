import { setMaxListeners } from 'node:events'
import { got } from 'got'

/** A callback in a network's own format. */
export type Callback = { readonly url: string; readonly method: 'PUT' | 'POST'; readonly json: unknown }

/** Sends callbacks like the networks: once, without a retry. */
export type Callbacks = {
  /** Resolves when the receiver has answered or failed, or after two seconds. Never rejects. */
  send(callback: Callback): Promise<void>
  /** Aborts callbacks that are under way. */
  stop(): void
}

/** Makes a sender of callbacks. */
export function openCallbacks(): Callbacks {
  const stopping = new AbortController()
  // Every callback under way adds a listener.
  setMaxListeners(0, stopping.signal)
  const deliver = async (callback: Callback) => got({ ...callback, ...once, signal: stopping.signal })
  return {
    async send(callback) {
      // The network ignores the answer and errors.
      await Promise.allSettled([deliver(callback)])
    },
    stop: () => stopping.abort(),
  }
}

/** A connection for each callback: if the receiver had closed a kept connection, the callback would be lost. */
const once = {
  agent: { http: false, https: false },
  retry: { limit: 0 },
  timeout: { request: 2000 },
  followRedirect: false,
  throwHttpErrors: false,
} as const
