import type { Logger } from 'pino'
import type { TellExpiring } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often to look for keys that expire soon, and how many accounts are notified at once. */
const [everyMs, limit] = [60_000, 100]

/** Notifies accounts of their keys that expire soon; `notify` is called with each that has an event. */
export function expiringKeysLoop(
  tell: TellExpiring,
  { notify, log }: { readonly notify: (accountId: string) => void; readonly log: Logger },
): Repeated {
  const onBreakage = (err: unknown) => log.warn({ err }, 'accounts were not notified of keys that expire')
  return repeated(
    async () => {
      for (const accountId of (await tell({ limit })).accountIds) notify(accountId)
    },
    { everyMs, onBreakage },
  )
}
