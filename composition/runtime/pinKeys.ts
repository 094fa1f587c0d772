import type { Finding } from '../../adapters/cli/deps.ts'
import { type AccountPorts, countPinKeyUses, type PinKeyUse } from '../../core/sente.ts'
import { missingPinKey } from '../settings/settings.ts'

/** The doctor's findings about PIN keys: PINs whose key is missing, and how far a change of keys has come. */
export async function checkPinKeys(ports: AccountPorts): Promise<readonly Finding[]> {
  const check = 'PIN keys'
  const uses = await countPinKeyUses(ports)()
  const missing = uses
    .filter(({ key }) => key === 'missing')
    .map((use) => {
      const found = `under key ${use.keyVersion}, which is not configured: ${numberOf(use)}; payouts are answered 500`
      return { check, ok: false, found, mend: missingPinKey.live }
    })
  if (ports.secrets.pinKeyVersions.length === 1) return missing
  const left = uses.find(({ key }) => key === 'previous')
  const found = left
    ? `still under SENTE_PIN_KEY_PREVIOUS: ${numberOf(left)}; the next payout of each moves its PIN to SENTE_PIN_KEY`
    : 'SENTE_PIN_KEY_PREVIOUS is no longer needed: no PIN is under it'
  return [...missing, { check, ok: true, found }]
}

function numberOf({ accounts, firstId }: PinKeyUse): string {
  return accounts === 1 ? `the PIN of account ${firstId}` : `the PINs of ${accounts} accounts, ${firstId} the first`
}
