import type { State } from '../../../../core/sente.ts'
import type { PageBase } from '../../layout/links.tsx'

/**
 * A state by word and colour. A payment that is being submitted counts as open, like one that the network has accepted.
 */
export function PaymentState({ state }: { readonly state: State }, { language }: PageBase) {
  const look = state === 'succeeded' ? 'good' : state === 'failed' ? 'bad' : 'wait'
  return <span class={`state ${look}`}>{language.texts.payment.states[state]}</span>
}
