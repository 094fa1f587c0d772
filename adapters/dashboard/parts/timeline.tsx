import type { ComponentChildren } from 'preact'
import type { KeptExchange, SeenHappening } from '../../../core/sente.ts'
import type { Language } from '../languages/languages.ts'
import type { PageBase } from '../layout/links.tsx'
import { words } from '../words.ts'
import { amountText, Moment } from './values.tsx'

/** The history of a payment, oldest first. Equal answers of its network, one after another, are folded. */
export function Timeline({ of: happenings }: { readonly of: readonly SeenHappening[] }) {
  return (
    <ol class="timeline">
      {runsOf(happenings).map((run) => (run.length < 3 ? run.map((one) => <Entry of={one} />) : <Folded run={run} />))}
    </ol>
  )
}

function Entry({ of: happening }: { readonly of: SeenHappening }, { language }: PageBase) {
  return (
    <li>
      <Moment ms={happening.atMs} withSeconds />
      {lineFor(happening, language)}
    </li>
  )
}

/** Equal answers of the network, and what it has said each time. */
function Folded({ run }: { readonly run: readonly SeenHappening[] }) {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return null
  return (
    <li>
      <Moment ms={first.atMs} withSeconds />
      <Moment ms={last.atMs} withSeconds />
      <details>
        <summary>
          {words.evidence.folded(run.length)} {saidIn(first)}
        </summary>
        <ol class="timeline">
          {run.map((one) => (
            <Entry of={one} />
          ))}
        </ol>
      </details>
    </li>
  )
}

/** A history in parts: equal exchanges in a row are one. */
function runsOf(happenings: readonly SeenHappening[]): readonly (readonly SeenHappening[])[] {
  const runs: SeenHappening[][] = []
  for (const happening of happenings) {
    const run = runs.at(-1)
    const said = saidIn(happening)
    if (run?.[0] && said !== undefined && saidIn(run[0]) === said) run.push(happening)
    else runs.push([happening])
  }
  return runs
}

/** The words of an exchange without its duration; undefined for anything else. */
function saidIn(happening: SeenHappening): string | undefined {
  return 'exchange' in happening ? exchangeText(happening.exchange) : undefined
}

function lineFor(happening: SeenHappening, language: Language): ComponentChildren {
  const text = language.texts.timeline
  if ('posting' in happening) {
    const { amountMinor, currency } = happening.posting
    return `${text[happening.what]}: ${amountText(amountMinor, currency, language)}`
  }
  if ('exchange' in happening) return <Exchange exchange={happening.exchange} />
  if ('annotation' in happening) {
    const { text: said, by } = happening.annotation
    return `${words.evidence[happening.what]}${by === null ? '' : ` (${by})`}: ${said}`
  }
  if ('delivery' in happening) {
    const { url, status, problem } = happening.delivery
    return problem === null ? text.delivered(url, status) : text.notDelivered(url, problem)
  }
  if ('found' in happening) return words.evidence.reconciled(happening.found.run.id)
  return text[happening.what]
}

function exchangeText({ question, status, codes, outcome, problem }: KeptExchange): string {
  const said = status === null ? problem : [status, ...codes].join(' ')
  return question === 'callback' ? words.evidence.callback : words.evidence.exchange(question, said, outcome)
}

function Exchange({ exchange }: { readonly exchange: KeptExchange }) {
  const { question, tookMs, answer, node } = exchange
  return (
    <details>
      <summary>{exchangeText(exchange) + (question === 'callback' ? '' : `, ${tookMs} ms`)}</summary>
      {answer !== '' && <pre>{answer}</pre>}
      <small>{node}</small>
    </details>
  )
}
