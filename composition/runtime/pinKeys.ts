import type { Logger } from 'pino'
import type { Finding } from '../../adapters/cli/deps.ts'
import { type AccountPorts, countPinKeyUses, type PinKeyUse } from '../../core/sente.ts'
import type { Settings } from '../settings/settings.ts'

/** Logs how many accounts have PINs under keys that are not configured, and so cannot be checked. */
export async function logMissingPinKeys(
  ports: AccountPorts,
  { log, purpose }: { log: Logger; purpose: Settings['purpose'] },
): Promise<void> {
  for (const { key, keyVersion, accounts, firstId } of await countPinKeyUses(ports)()) {
    if (key !== 'missing') continue
    const mend = mends[purpose]
    log.error(
      { pin_key: keyVersion, accounts, first_account: firstId, mend },
      'PINs are under a key that is not configured: payouts of these accounts are answered 500',
    )
  }
}

/** The doctor's findings about PIN keys: PINs whose key is missing, and how far a change of keys has come. */
export async function checkPinKeys(ports: AccountPorts): Promise<readonly Finding[]> {
  const check = 'PIN keys'
  const uses = await countPinKeyUses(ports)()
  const missing = uses
    .filter(({ key }) => key === 'missing')
    .map((use) => {
      const found = `under key ${use.keyVersion}, which is not configured: ${numberOf(use)}; payouts are answered 500`
      return { check, ok: false, found, mend: mends.live }
    })
  if (ports.secrets.pinKeyVersions.length === 1) return missing
  const left = uses.find(({ key }) => key === 'previous')
  const found = left
    ? `still under SENTE_PIN_KEY_PREVIOUS: ${numberOf(left)}; the next payout of each moves its PIN to SENTE_PIN_KEY`
    : 'SENTE_PIN_KEY_PREVIOUS is no longer needed: no PIN is under it'
  return [...missing, { check, ok: true, found }]
}

const mends = {
  live: 'set SENTE_PIN_KEY_PREVIOUS to the key that these PINs were set under, or set new PINs',
  sandbox:
    'start the sandbox with the SENTE_PIN_KEY that these PINs were set under (without one, if there was none), or set new PINs',
}

function numberOf({ accounts, firstId }: PinKeyUse): string {
  return accounts === 1 ? `the PIN of account ${firstId}` : `the PINs of ${accounts} accounts, ${firstId} the first`
}
