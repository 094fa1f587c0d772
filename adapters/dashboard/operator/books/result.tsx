import type { ContinuedAudit } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import { Head, Rows } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import { bookWords as text } from './words.ts'

/** How many rows of each kind are listed. */
const mostShown = 100

/** The result of an audit. */
export function Audit({ of: { ok, checked, broken, contradicted, since } }: { readonly of: ContinuedAudit }) {
  return (
    <>
      <p class={ok ? 'note' : 'note bad'} role={ok ? 'status' : 'alert'}>
        {ok ? text.ok : text.notOk}
      </p>
      <Rows
        of={[
          [text.checked, new Intl.NumberFormat('en').format(checked)],
          [text.since, since ? <Moment ms={since.atMs} /> : text.everything],
        ]}
      />
      {broken.length > 0 && (
        <>
          <h3>{text.broken}</h3>
          <table class="cards">
            <Head of={[text.columns.rule, text.columns.row, text.columns.problem]} />
            <tbody>
              {broken.slice(0, mostShown).map(({ rule, row, problem }) => (
                <tr>
                  <th scope="row">
                    <code>{rule}</code>
                  </th>
                  <td class="whole">{row}</td>
                  <td class="whole">{problem}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <More of={broken.length} />
        </>
      )}
      {contradicted.length > 0 && (
        <>
          <h3>{text.contradicted}</h3>
          <table class="cards">
            <Head of={[text.columns.payment, text.columns.problem]} />
            <tbody>
              {contradicted.slice(0, mostShown).map(({ transactionId, problem }) => (
                <tr>
                  <th scope="row">
                    <Link to={`/operator/payments/${transactionId}`}>{transactionId}</Link>
                  </th>
                  <td class="whole">{problem}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <More of={contradicted.length} />
        </>
      )}
    </>
  )
}

function More({ of: all }: { readonly of: number }) {
  return all > mostShown ? <p>{text.more(all, mostShown)}</p> : null
}
