import type { BalanceRow } from '../../../core/sente.ts'
import type { PageBase } from '../layout/links.tsx'
import { amountText } from './values.tsx'

/** The available and the held amount of each currency. */
export function Balances({ of: balances }: { readonly of: readonly BalanceRow[] }, { language }: PageBase) {
  const text = language.texts.balances
  return (
    <ul class="figures">
      {balances.map(({ currency, availableMinor, heldMinor }) => (
        <li>
          {text.available}
          <strong>{amountText(availableMinor, currency, language)}</strong>
          <small>{heldMinor === 0n ? text.nothingHeld : text.held(amountText(heldMinor, currency, language))}</small>
        </li>
      ))}
    </ul>
  )
}
