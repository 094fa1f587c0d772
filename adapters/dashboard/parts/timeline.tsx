import type { ComponentChildren } from 'preact'
import type { KeptExchange, SeenHappening } from '../../../core/sente.ts'
import { words } from '../words.ts'
import { amountText, Moment } from './values.tsx'

/** The history of a payment, oldest first. */
export function Timeline({ of: happenings }: { readonly of: readonly SeenHappening[] }) {
  return (
    <ol class="timeline">
      {happenings.map((happening) => (
        <li>
          <Moment ms={happening.atMs} withSeconds />
          {lineFor(happening)}
        </li>
      ))}
    </ol>
  )
}

function lineFor(happening: SeenHappening): ComponentChildren {
  const text = words.timeline
  if ('posting' in happening) {
    const { amountMinor, currency } = happening.posting
    return `${text[happening.what]}: ${amountText(amountMinor, currency)}`
  }
  if ('exchange' in happening) return <Exchange exchange={happening.exchange} />
  if ('annotation' in happening) {
    const { text: said, by } = happening.annotation
    return `${text[happening.what]}${by === null ? '' : ` (${by})`}: ${said}`
  }
  if ('delivery' in happening) {
    const { url, status, problem } = happening.delivery
    return problem === null ? text.delivered(url, status) : text.notDelivered(url, problem)
  }
  if ('found' in happening) return text.reconciled(happening.found.run.id)
  return text[happening.what]
}

function Exchange({ exchange }: { readonly exchange: KeptExchange }) {
  const { question, status, codes, tookMs, outcome, answer, problem, node } = exchange
  const text = words.timeline
  const said = status === null ? problem : [status, ...codes].join(' ')
  return (
    <details>
      <summary>{question === 'callback' ? text.callback : text.exchange(question, said, outcome, tookMs)}</summary>
      {answer !== '' && <pre>{answer}</pre>}
      <small>{node}</small>
    </details>
  )
}
