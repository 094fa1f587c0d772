import {
  type EntryScope,
  isSamePerson,
  type MadeChange,
  operatorChanges,
  type Proposal,
} from '../../../../core/sente.ts'
import { Form, May } from '../../layout/links.tsx'
import { DoneAs, Password, Refused, type Refusing } from '../../parts/fields.tsx'
import { type Row, Rows } from '../../parts/rows.tsx'
import { balanceAfter } from '../../parts/saidBack.tsx'
import { Moment } from '../../parts/values.tsx'
import { Totals } from '../parts/totals.tsx'
import { Because } from './because.tsx'
import { partsOf } from './changeParts.ts'
import { AccountOf, changeTitle, PaymentOf, type Proposed } from './proposed.tsx'
import { decisionWords } from './words.ts'

/** The messages beside a proposal. */
export type Notice = {
  readonly refused?: Refusing
  readonly done?: string | null
  /** The result of its change, if it is shown only now. */
  readonly made?: MadeChange
}

/** A proposal with its state, and the forms that end it. */
export function ProposalDetails(props: {
  readonly of: Proposed
  /** The rows that it would decide now, if it is about rows. */
  readonly scope: EntryScope | undefined
  /** The user who looks at it. */
  readonly by: string
  readonly notice: Notice
}) {
  const { of: proposed, scope, notice, by } = props
  const { proposal } = proposed
  const text = decisionWords.proposal
  return (
    <>
      <h1>
        {text.title(proposal.proposed.number)} <small>{changeTitle(proposal.change)}</small>
      </h1>
      <Refused message={notice.refused} />
      <DoneAs name={notice.done} texts={text.done} />
      {notice.made && <MadeNow of={notice.made} />}
      <p>
        <span class={`state ${looks[proposal.state]}`}>{text.states[proposal.state]}</span>
      </p>
      <Rows of={rowsOf(proposed)} />
      {scope && <Scope of={scope} />}
      {proposal.state === 'open' && <Ending of={proposal} by={by} />}
    </>
  )
}

function Scope({ of: { entries, totals, accounts } }: { readonly of: EntryScope }) {
  return (
    <section>
      <h2>{decisionWords.proposal.decidesNow(entries)}</h2>
      <Totals of={totals} />
      <Rows
        of={accounts.map(({ currency, inMinor, outMinor }) =>
          balanceAfter({ balances: accounts }, currency, inMinor - outMinor),
        )}
      />
    </section>
  )
}

const looks = { open: 'wait', approved: 'good', rejected: 'bad', expired: 'bad', outdated: 'bad' } as const

function rowsOf(about: Proposed): readonly Row[] {
  const text = decisionWords.proposal
  const { proposed, change, end, state, expiresAtMs } = about.proposal
  return [
    [text.account, about.accountId === null ? null : <AccountOf of={about} />],
    [text.payment, about.payment ? <PaymentOf of={about} /> : null],
    ...partsOf(change),
    [text.by, proposed.by],
    [text.why, proposed.because],
    [text.proposed, <Moment ms={proposed.atMs} />],
    [text.expires, state === 'open' ? <Moment ms={expiresAtMs} /> : null],
    [text.ended, end && <Moment ms={end.atMs} />],
    [text.endedBy, end && (end.approvedBy ?? end.by)],
  ]
}

function Ending({ of: { proposed, change }, by }: { readonly of: Proposal; readonly by: string }) {
  const text = decisionWords.proposal
  const path = `/operator/proposals/${proposed.number}`
  return (
    <div class="beside">
      <May act="operator.approve">
        <May act={operatorChanges[change.kind].act}>
          <section>
            <h2>{text.approve}</h2>
            {isSamePerson(by, proposed.by) ? (
              <p>{text.own}</p>
            ) : (
              <Form to={`${path}/approve`} label={text.approve}>
                <p>{text.approveHint}</p>
                <Password />
                <button type="submit">{text.approve}</button>
              </Form>
            )}
          </section>
        </May>
      </May>
      <May act="operator.reject">
        <section>
          <h2>{text.reject}</h2>
          <Form to={`${path}/reject`} label={text.reject}>
            <Because />
            <button type="submit" class="grave">
              {text.reject}
            </button>
          </Form>
        </section>
      </May>
    </div>
  )
}

/** The result of an approved change that is shown only now. */
function MadeNow({ of: { rotated, decided } }: { readonly of: MadeChange }) {
  const text = decisionWords.proposal
  return (
    <div class="note" role="status">
      {rotated && (
        <>
          <p>{text.key}</p>
          <pre>{rotated.key}</pre>
        </>
      )}
      {decided?.left.map(({ item, because }) => (
        <p>{text.left(item, because)}</p>
      ))}
    </div>
  )
}
