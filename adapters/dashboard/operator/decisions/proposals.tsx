import { choiceOfChange, type EntryScope, isRefusal, type MadeChange, type Proposal } from '../../../../core/sente.ts'
import type { Visitor } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, Link, May } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { asRefused, Password, Refused, type Refusing, Tick } from '../../parts/fields.tsx'
import { Head } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import { confirmed } from '../../request/confirmed.ts'
import { refusing } from '../../request/refusing.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { partsOf } from './changeParts.ts'
import { type Notice, ProposalDetails } from './proposal.tsx'
import { AccountOf, changeTitle, numberIn, PaymentOf, type Proposed, proposedOf } from './proposed.tsx'
import { decisionWords } from './words.ts'

const path = '/operator/proposals'

/**
 * The waiting proposals, and each by itself. An operator other than the proposer can approve it; any operator can
 * reject it.
 */
export function proposalPages(deps: OperatorDeps): readonly Page[] {
  const { findProposal, findScope, approveAsOperator, rejectAsOperator, confirmPassword } = deps

  /** The rows that an open proposal would decide now; none if it is not about rows. */
  async function scopeOf({ change, state }: Proposal): Promise<EntryScope | undefined> {
    const choice = state === 'open' ? choiceOfChange(change) : undefined
    const scope = choice && (await findScope(choice))
    return scope && !isRefusal(scope) ? scope : undefined
  }

  async function shown(who: Visitor, given: string | undefined, notice: Notice): Promise<Shown> {
    const found = await findProposal({ proposal: numberIn(given) })
    if (isRefusal(found)) return errorPage('notFound')
    const [proposed] = await proposedOf(deps, [found.proposal])
    return {
      title: decisionWords.proposal.title(numberIn(given)),
      ...asRefused(notice.refused),
      main: proposed && (
        <ProposalDetails of={proposed} scope={await scopeOf(found.proposal)} by={who.user.name} notice={notice} />
      ),
    }
  }

  return [
    {
      path,
      access: 'operator.look',
      show: (asked) => asOperator(asked, () => proposalList(deps)),
    },
    {
      path: `${path}/:number`,
      access: 'operator.look',
      show: (asked) => asOperator(asked, (who) => shown(who, asked.params.number, { done: asked.query.get('done') })),
    },
    {
      path: `${path}/:number/approve`,
      access: 'operator.approve',
      take: (asked, form) =>
        asOperator(asked, async (who) => {
          const { number } = asked.params
          const sure = await confirmed(confirmPassword, who, form)
          const made = isRefusal(sure) ? sure : await approveAsOperator({ who: sure, proposal: numberIn(number) })
          if (isRefusal(made)) return shown(who, number, { refused: refusing(made) })
          if (hasMore(made)) return shown(who, number, { done: 'approved', made })
          return { seeOther: `${path}/${number}?done=approved` }
        }),
    },
    {
      path: `${path}/:number/reject`,
      access: 'operator.reject',
      take: (asked, form) =>
        asOperator(asked, async (who) => {
          const { number } = asked.params
          const because = form.text('because') || undefined
          const rejected = await rejectAsOperator({ who, proposal: numberIn(number), because })
          if (isRefusal(rejected)) return shown(who, number, { refused: refusing(rejected) })
          return { seeOther: `${path}/${number}?done=rejected` }
        }),
    },
  ]
}

/** Whether the result of an approval has parts that are shown only now. */
function hasMore({ rotated, decided }: MadeChange): boolean {
  return rotated !== null || (decided?.left.length ?? 0) > 0
}

/** Whether a proposal is a decision about a payment. Several of these can be approved at once. */
function isDecision({ proposal: { change } }: Proposed): boolean {
  return change.kind === 'transaction.resolve'
}

/** The list of all waiting proposals. */
export async function proposalList(
  deps: Pick<OperatorDeps, 'books' | 'findAccount' | 'listProposals'>,
  refused?: Refusing,
): Promise<Shown> {
  return list(await proposedOf(deps, await deps.listProposals()), refused)
}

function list(proposals: readonly Proposed[], refused: Refusing | undefined): Shown {
  const text = decisionWords.proposals
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <p>{text.hint}</p>
      {proposals.length === 0 && <p>{text.none}</p>}
      {proposals.length > 0 && (
        <May act="operator.decide" otherwise={<ProposalTable proposals={proposals} />}>
          <Form to="/operator/approvals" label={text.title}>
            <ProposalTable proposals={proposals} />
            {proposals.some(isDecision) && (
              <>
                <Password />
                <button type="submit">{text.together}</button>
              </>
            )}
          </Form>
        </May>
      )}
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}

function ProposalTable(props: { readonly proposals: readonly Proposed[] }) {
  const text = decisionWords.proposals
  return (
    <table class="cards">
      <Head of={[text.what, text.who, text.why, text.until]} />
      <tbody>
        {props.proposals.map((one) => (
          <ProposalRow of={one} />
        ))}
      </tbody>
    </table>
  )
}

function ProposalRow({ of: one }: { readonly of: Proposed }) {
  const { proposed, change, expiresAtMs } = one.proposal
  return (
    <tr>
      <th scope="row" class="whole">
        <May act="operator.decide">{isDecision(one) && <Choosing number={proposed.number} />}</May>{' '}
        <Link to={`${path}/${proposed.number}`}>
          {proposed.number}. {changeTitle(change)}
        </Link>
        <br />
        <small>
          <AccountOf of={one} /> <PaymentOf of={one} />{' '}
          {partsOf(change)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', ')}
        </small>
      </th>
      <td>{proposed.by}</td>
      <td class="whole">{proposed.because}</td>
      <td>
        <Moment ms={expiresAtMs} />
      </td>
    </tr>
  )
}

function Choosing({ number }: { readonly number: number }) {
  return <Tick name="proposal" value={`${number}`} label={decisionWords.proposals.choose(number)} />
}
