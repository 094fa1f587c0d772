import type { Logger } from 'pino'
import { type AccountPorts, countPinKeyUses, countUnservedTransactions } from '../../../core/sente.ts'

/**
 * Logs how many accounts have PINs under keys that are not configured, and so cannot be checked; `fix` is the remedy.
 */
export async function logMissingPinKeys(ports: AccountPorts, { log, fix }: { log: Logger; fix: string }) {
  for (const { key, keyVersion, accounts, firstId } of await countPinKeyUses(ports)()) {
    if (key !== 'missing') continue
    log.error(
      { pin_key: keyVersion, accounts, first_account: firstId, fix },
      'PINs are under a key that is not configured: payouts of these accounts are answered 500',
    )
  }
}

/**
 * Logs the open transactions whose network or currency is no longer configured: no provider can be asked about them.
 */
export async function logUnserved(ports: AccountPorts, log: Logger): Promise<void> {
  for (const unserved of await countUnservedTransactions(ports)()) {
    log.error(unserved, 'open transactions of a network or currency that is not configured')
  }
}
