import type { Logger } from 'pino'
import type { TellExpiring } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often it is looked whether keys expire soon, and of how many accounts are told at once. */
const [everyMs, limit] = [60_000, 100]

/** Tells accounts of their keys that expire soon; `notify` is called with each that has an event. */
export function expiringKeysLoop(
  tell: TellExpiring,
  { notify, log }: { readonly notify: (accountId: string) => void; readonly log: Logger },
): Repeated {
  const onBreakage = (err: unknown) => log.warn({ err }, 'that keys expire was not told')
  return repeated(
    async () => {
      for (const accountId of (await tell({ limit })).accountIds) notify(accountId)
    },
    { everyMs, onBreakage },
  )
}
