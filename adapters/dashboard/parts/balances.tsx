import type { BalanceRow } from '../../../core/sente.ts'
import { words } from '../words.ts'
import { amountText } from './values.tsx'

/** The available and the held amount of each currency. */
export function Balances({ of: balances }: { readonly of: readonly BalanceRow[] }) {
  const text = words.balances
  return (
    <ul class="figures">
      {balances.map(({ currency, availableMinor, heldMinor }) => (
        <li>
          {text.available}
          <strong>{amountText(availableMinor, currency)}</strong>
          <small>{heldMinor === 0n ? text.nothingHeld : text.held(amountText(heldMinor, currency))}</small>
        </li>
      ))}
    </ul>
  )
}
