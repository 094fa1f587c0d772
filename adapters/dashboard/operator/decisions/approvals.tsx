import { isRefusal } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { confirmed } from '../../request/confirmed.ts'
import { refusing } from '../../request/refusing.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { proposalList } from './proposals.tsx'
import { numberIn } from './proposed.tsx'
import { decisionWords } from './words.ts'

type Line = { readonly number: number; readonly refused: string | undefined }

/** Approves several proposals about payments, one after the other, and shows the result of each. */
export function approvalsPage(deps: OperatorDeps): Page {
  const { findProposal, approveAsOperator, confirmPassword } = deps
  return {
    path: '/operator/approvals',
    access: 'operator.decide',
    take: (asked, form) =>
      asOperator(asked, async (operator) => {
        const numbers = [...new Set(form.all('proposal').map(numberIn))]
        const who = await confirmed(confirmPassword, operator, form)
        if (isRefusal(who)) return proposalList(deps, refusing(who))
        const lines: Line[] = []
        for (const number of numbers) {
          const found = await findProposal({ proposal: number })
          const isDecision = isRefusal(found) || found.proposal.change.kind === 'transaction.resolve'
          const made = !isDecision ? who : await approveAsOperator({ who, proposal: number })
          const refused = isRefusal(made) ? made.message : undefined
          lines.push({ number, refused: isDecision ? refused : decisionWords.proposals.onlyDecisions })
        }
        return result(lines)
      }),
  }
}

function result(lines: readonly Line[]): Shown {
  const text = decisionWords.proposals
  const approved = lines.filter(({ refused }) => refused === undefined).length
  const title = text.approved(approved, lines.length)
  const main = (
    <>
      <h1>{title}</h1>
      <ul>
        {lines.map(({ number, refused }) => (
          <li>
            <Link to={`/operator/proposals/${number}`}>{decisionWords.proposal.title(number)}</Link>:{' '}
            <span class={`state ${refused === undefined ? 'good' : 'bad'}`}>{refused ?? text.approvedNow}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/operator/proposals">{text.title}</Link>
      </p>
    </>
  )
  return { title, main, status: approved === lines.length ? 200 : 422 }
}
