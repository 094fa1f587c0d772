import type { Logger } from 'pino'
import type { PaymentPorts } from '../../core/sente.ts'

/** Warns of each lock of a PIN. */
export function pinLockedInto(log: Logger): NonNullable<PaymentPorts['pinLocked']> {
  return ({ accountId, because, untilMs }) => {
    const line = { account_id: accountId, because, locked_until: new Date(untilMs).toISOString() }
    log.warn(line, 'a PIN is locked, because too many wrong ones came')
  }
}
