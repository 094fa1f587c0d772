import type { Logger } from 'pino'
import type { PaymentPorts } from '../../../core/sente.ts'

/** The ports through which the core reports urgent events to an operator. */
type Alarms = Required<Pick<PaymentPorts, 'alarm' | 'pinLocked' | 'resealBroke'>>

/** Logs the urgent events of payments and PINs; `onPinLocked` is called with each lock, too. */
export function alarmsInto(log: Logger, onPinLocked?: () => void): Alarms {
  return {
    alarm(attention, { id, network, providerId, providerRef }) {
      const line = { attention, transaction_id: id, network, provider_id: providerId, provider_ref: providerRef }
      log.error(line, 'attention')
    },
    pinLocked({ accountId, because, untilMs }) {
      const line = { account_id: accountId, because, locked_until: new Date(untilMs).toISOString() }
      log.warn(line, 'a PIN is locked after too many wrong attempts')
      onPinLocked?.()
    },
    resealBroke: (err) =>
      log.warn({ err }, 'a PIN was not resealed under the current key: its next payout tries again'),
  }
}
