import type { Calendar, Statement, StatementEntry } from '../../../../core/sente.ts'
import { changeIn, transactionOf } from '../../../formats/statement/rows.ts'
import type { Language } from '../../languages/languages.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import { amountText, changeText, Day, Moment, TimeOfDay } from '../../parts/values.tsx'

/** A movement, with its effect on the available money. */
type Movement = StatementEntry & { readonly changeMinor: bigint }

/** The movements of one payment on a page, newest first; or one other movement. */
type Row = readonly [latest: Movement, ...earlier: readonly Movement[]]

/** The rows of a page, newest first. */
function rowsIn({ lines }: Statement): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const [place, entry] of [...lines.entries()].reverse()) {
    const movement = { ...entry, changeMinor: changeIn(entry).availableMinor }
    const key = transactionOf(entry) ?? `${place}`
    const [latest, ...earlier] = rows.get(key) ?? []
    rows.set(key, latest ? [latest, ...earlier, movement] : [movement])
  }
  return [...rows.values()]
}

/** Rows by the date of their latest movement. */
function byDate(rows: readonly Row[], days: Calendar): ReadonlyMap<number, readonly Row[]> {
  const dates = new Map<number, Row[]>()
  for (const row of rows) {
    const dateMs = days.dateOf(row[0].posting.atMs)
    const others = dates.get(dateMs)
    if (others) others.push(row)
    else dates.set(dateMs, [row])
  }
  return dates
}

/** The movements of a page by day, newest first, each payment in one row. */
export function Movements(
  {
    statement,
    currency,
    caption,
  }: { readonly statement: Statement; readonly currency: string; readonly caption: string },
  { days, language }: PageBase,
) {
  const { statement: text, payment } = language.texts
  return (
    <table class="cards">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th>{text.at}</th>
          <th>{text.what}</th>
          <th>{payment.reference}</th>
          <th class="amount">{payment.amount}</th>
          <th class="amount">{text.availableAfter}</th>
        </tr>
      </thead>
      {[...byDate(rowsIn(statement), days)].map(([dateMs, rows]) => (
        <tbody>
          <tr class="day">
            <th colSpan={5} scope="rowgroup">
              <Day ms={days.during(dateMs).fromMs} />
            </th>
          </tr>
          {rows.map((row) => (
            <MovementRow row={row} currency={currency} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function MovementRow({ row, currency }: { readonly row: Row; readonly currency: string }, { language }: PageBase) {
  const text = language.texts.statement
  const [latest, ...earlier] = row
  const transactionId = transactionOf(latest)
  const changeMinor = row.reduce((sum, movement) => sum + movement.changeMinor, 0n)
  const title = (
    <>
      {text.kinds[latest.kind]} {latest.phoneNumber !== null && <small>{latest.phoneNumber}</small>}
    </>
  )
  return (
    <tr>
      <td>
        <TimeOfDay ms={latest.posting.atMs} />
      </td>
      <th scope="row">
        {earlier.length === 0 ? (
          title
        ) : (
          <details>
            <summary>{title}</summary>
            <ul>
              {row.map((movement) => (
                <li>
                  <Moment ms={movement.posting.atMs} withSeconds />: {text.kinds[movement.kind]},{' '}
                  {effectText(movement.changeMinor, movement.posting.amountMinor, { currency, language })}
                </li>
              ))}
            </ul>
          </details>
        )}
      </th>
      <td>
        {transactionId === null ? (
          latest.reference
        ) : (
          <Link to={`/dashboard/transactions/${transactionId}`}>{latest.reference}</Link>
        )}
      </td>
      <td class="amount">
        {effectText(changeMinor, earlier.length === 0 ? latest.posting.amountMinor : 0n, { currency, language })}
      </td>
      <td class="amount figure" data-name={text.availableAfter}>
        {amountText(latest.after.availableMinor, currency, language)}
      </td>
    </tr>
  )
}

/** An effect on the available money, with its sign. The settlement of held money has none, and shows its amount. */
function effectText(
  changeMinor: bigint,
  amountMinor: bigint,
  { currency, language }: { readonly currency: string; readonly language: Language },
): string {
  return changeMinor === 0n ? amountText(amountMinor, currency, language) : changeText(changeMinor, currency, language)
}
