import type { FoundException } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import { PaymentState } from '../../parts/payments/state.tsx'
import { amountText, durationText } from '../../parts/values.tsx'
import { rowWords } from '../parts/words.ts'
import { exceptionWords } from './words.ts'

/** The pages of exceptions. */
export const exceptionsPath = '/operator/exceptions'

/** The page of one decision about several of them. */
export const togetherPath = '/operator/exceptions-together'

/** Exceptions as a table, with both sides, the owner and the age. */
export function ExceptionTable({
  of: found,
  nowMs,
}: {
  readonly of: readonly FoundException[]
  readonly nowMs: number
}) {
  const { columns } = exceptionWords.list
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{columns.found}</th>
          <th>{columns.theirs}</th>
          <th>{columns.ours}</th>
          <th>{columns.owner}</th>
          <th>{columns.age}</th>
          <th class="amount">{columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {found.map((one) => (
          <ExceptionRow of={one} nowMs={nowMs} />
        ))}
      </tbody>
    </table>
  )
}

function ExceptionRow({ of: { run, entry, transaction }, nowMs }: { of: FoundException; nowMs: number }) {
  const text = exceptionWords.list
  const { item, line, bucket, status, direction, why, owner, resolved, atMs, amountMinor, currency } = entry
  return (
    <tr>
      <th scope="row">
        <Link to={`${exceptionsPath}/${run.id}/${item}`}>{rowWords.buckets[bucket]}</Link>
        <br />
        <small>
          {run.network}, {line === null ? text.absent(run.file) : text.line(line, run.file)}
          {why !== null && !transaction && `: ${why}`}
        </small>
      </th>
      <td>
        {status === null ? text.nothing : exceptionWords.statuses[status]}{' '}
        {status !== null && <small>{exceptionWords.directions[direction]}</small>}
      </td>
      <td>
        {transaction ? (
          <>
            <PaymentState state={transaction.state} />{' '}
            <small>
              <Link to={`/operator/payments/${transaction.id}`}>{transaction.reference}</Link>,{' '}
              {amountText(transaction.amountMinor, transaction.currency)}
            </small>
          </>
        ) : (
          text.nothing
        )}
      </td>
      <td>
        {owner ?? text.nobody} {resolved && <small>{text.ended(resolved.by)}</small>}
      </td>
      <td>{durationText(nowMs - atMs)}</td>
      <td class="amount">{amountText(amountMinor, currency)}</td>
    </tr>
  )
}
