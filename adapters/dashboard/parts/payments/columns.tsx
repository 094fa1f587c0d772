import type { ComponentChildren } from 'preact'
import type { Transaction } from '../../../../core/sente.ts'
import type { Language } from '../../languages/languages.ts'
import type { PageBase } from '../../layout/links.tsx'
import { Tick } from '../fields.tsx'
import { amountText, Moment } from '../values.tsx'
import { PaymentState } from './state.tsx'

/** The chosen columns of a list of payments, in its own order; undefined for the usual ones. */
export type ChosenColumns = readonly ColumnName[] | undefined

type Texts = Language['texts']['payment']

type Column = {
  readonly title: (texts: Texts) => string
  readonly of: (payment: Transaction, language: Language) => ComponentChildren
  /** Whether it is shown where nothing is chosen. A cell of another column has its title, where no head is shown. */
  readonly isUsual?: true
}

/** The columns between the reference and the amount, which every list has. */
const columns = {
  kind: { title: ({ kind }) => kind, of: ({ kind }, { texts }) => texts.payment.kinds[kind], isUsual: true },
  phone: {
    title: ({ phoneNumber }) => phoneNumber,
    of: ({ phoneNumber, network }) => (
      <>
        {phoneNumber} <small>{network}</small>
      </>
    ),
    isUsual: true,
  },
  opened: { title: ({ opened }) => opened, of: ({ createdAtMs }) => <Moment ms={createdAtMs} />, isUsual: true },
  state: { title: ({ state }) => state, of: ({ state }) => <PaymentState state={state} />, isUsual: true },
  reason: { title: ({ reason }) => reason, of: ({ reason }, { texts }) => reason && texts.payment.reasons[reason] },
  changed: { title: ({ changed }) => changed, of: ({ updatedAtMs }) => <Moment ms={updatedAtMs} /> },
  description: { title: ({ description }) => description, of: ({ description }) => description },
  receipt: { title: ({ receipt }) => receipt, of: ({ networkReceipt }) => networkReceipt },
  fee: {
    title: ({ fee }) => fee,
    of: ({ feeMinor, currency }, language) => (feeMinor === 0n ? null : amountText(feeMinor, currency, language)),
  },
  id: { title: ({ id }) => id, of: ({ id }) => id },
} as const satisfies Readonly<Record<string, Column>>

/** The name of a column in the URL. */
export type ColumnName = keyof typeof columns

const allNames = Object.keys(columns) as readonly ColumnName[]
const columnOf = (name: ColumnName): Column => columns[name]
const usualNames = allNames.filter((name) => columnOf(name).isUsual)

/** The columns that a URL chooses. Unknown names choose nothing: no payment is missing without them. */
export function columnsIn(query: URLSearchParams): ChosenColumns {
  const given = query.getAll('columns')
  const chosen = allNames.filter((name) => given.includes(name))
  return chosen.length === 0 || chosen.join() === usualNames.join() ? undefined : chosen
}

/** A URL's query, without a choice of columns that makes no difference. */
export function withColumns(query: URLSearchParams): URLSearchParams {
  const others = [...query].filter(([name]) => name !== 'columns')
  return new URLSearchParams([
    ...others,
    ...(columnsIn(query) ?? []).map((name) => ['columns', name] as [string, string]),
  ])
}

/** How many payments a page of a list has: fewer with further columns, since a page must not become too large. */
export function perPageWith(chosen: ChosenColumns): number {
  return chosen?.some((name) => !columnOf(name).isUsual) ? 25 : 50
}

/** The columns of a list with their titles and their cells, in a language. */
export function columnsOf(chosen: ChosenColumns, language: Language) {
  return (chosen ?? usualNames).map((name) => {
    const { title, of, isUsual }: Column = columns[name]
    const texts = language.texts.payment
    return { name, isUsual, title: title(texts), of: (payment: Transaction) => of(payment, language) }
  })
}

/** The boxes to choose columns by. */
export function ColumnChoice({ chosen }: { readonly chosen: ChosenColumns }, { language }: PageBase) {
  return (
    <details class="columns" open={chosen !== undefined}>
      <summary>{language.texts.filters.columns}</summary>
      {columnsOf(allNames, language).map(({ name, title }) => (
        <Tick name="columns" value={name} checked={(chosen ?? usualNames).includes(name)}>
          {title}
        </Tick>
      ))}
    </details>
  )
}
