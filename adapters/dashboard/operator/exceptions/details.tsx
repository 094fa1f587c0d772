import type { EntryNote } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import { DoneAs, Refused } from '../../parts/fields.tsx'
import { PaymentState } from '../../parts/payments/state.tsx'
import { Head, type Row, Rows } from '../../parts/rows.tsx'
import { amountText, durationText, Moment } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import { Waiting } from '../decisions/end.tsx'
import { AccountLink } from '../parts/names.tsx'
import { rowWords } from '../parts/words.ts'
import type { About, Notice } from './about.ts'
import { ExceptionForms } from './forms.tsx'
import { exceptionWords } from './words.ts'

/** An exception: both sides of it, the decisions about it, and the forms that decide. */
export function ExceptionDetails({ of: about, notice }: { readonly of: About; readonly notice: Notice }) {
  const { entry, waiting, nowMs, run } = about
  const { amountMinor, currency, bucket, resolved, owner, why, atMs } = entry
  const text = exceptionWords.one
  return (
    <>
      <h1>
        {amountText(amountMinor, currency)} <small>{rowWords.buckets[bucket]}</small>
      </h1>
      <Refused message={notice.refused} />
      <DoneAs name={notice.done} texts={text.dones} />
      <p>
        <span class={`state ${resolved ? 'good' : 'wait'}`}>{resolved ? text.done : text.open}</span>
        {resolved && `: ${resolved.because}`}
      </p>
      {run.withdrawn && <p>{text.withdrawn(run.withdrawn.by, run.withdrawn.because)}</p>}
      <Rows
        of={[
          [text.why, why],
          [text.owner, owner ?? exceptionWords.list.nobody],
          [text.age, durationText(nowMs - atMs)],
        ]}
      />
      <div class="beside">
        <section>
          <h2>{text.theirs}</h2>
          <Rows of={[[words.payment.network, run.network], [text.file, run.file], ...theirs(about)]} />
          {entry.line === null && <p>{text.absent}</p>}
        </section>
        <section>
          <h2>{text.ours}</h2>
          {about.transaction ? <Rows of={ours(about)} /> : <p>{text.unknown}</p>}
        </section>
      </div>
      <h2>{text.history}</h2>
      {about.notes.length === 0 ? <p>{text.noHistory}</p> : <History of={about.notes} />}
      {waiting && <Waiting number={waiting.proposed.number} />}
      {!resolved && !run.withdrawn && <ExceptionForms of={about} notice={notice} />}
    </>
  )
}

function theirs({ entry }: About): readonly Row[] {
  const text = exceptionWords.one
  const { line, status, direction, amountMinor, currency, atMs, feeMinor } = entry
  if (line === null || status === null) return []
  return [
    [text.line, String(line)],
    [text.status, `${exceptionWords.statuses[status]}, ${exceptionWords.directions[direction]}`],
    [text.amount, amountText(amountMinor, currency)],
    [text.at, <Moment ms={atMs} />],
    [text.phoneNumber, entry.phoneNumber],
    [text.ourId, entry.ours && <code>{entry.ours}</code>],
    [text.theirId, entry.theirs && <code>{entry.theirs}</code>],
    [text.fee, feeMinor === null ? null : amountText(feeMinor, currency)],
  ]
}

function ours({ transaction, names, entry }: About): readonly Row[] {
  const text = exceptionWords.one
  if (!transaction) return []
  const { id, reference, accountId, state, kind, amountMinor, currency, phoneNumber, createdAtMs } = transaction
  return [
    [
      entry.resolved?.transactionId === id ? text.recorded : text.payment,
      <Link to={`/operator/payments/${id}`}>{reference}</Link>,
    ],
    [text.account, <AccountLink id={accountId} names={names} />],
    [
      text.status,
      <>
        <PaymentState state={state} /> <small>{words.payment.kinds[kind]}</small>
      </>,
    ],
    [text.amount, amountText(amountMinor, currency)],
    [words.payment.opened, <Moment ms={createdAtMs} />],
    [text.phoneNumber, phoneNumber],
    [text.ourId, <code>{transaction.providerId}</code>],
    [text.theirId, transaction.providerRef && <code>{transaction.providerRef}</code>],
  ]
}

function History({ of: notes }: { readonly of: readonly EntryNote[] }) {
  const text = exceptionWords.one
  return (
    <table class="cards">
      <Head of={[text.what, text.who, text.when, text.why]} />
      <tbody>
        {notes.map(({ owner, by, because, atMs }) => (
          <tr>
            <th scope="row">{owner === null ? text.resolved : text.assigned(owner)}</th>
            <td>{by}</td>
            <td>
              <Moment ms={atMs} />
            </td>
            <td class="whole">{because}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
