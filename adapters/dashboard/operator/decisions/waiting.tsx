import { Link } from '../../layout/links.tsx'
import { Moment } from '../../parts/values.tsx'
import { AccountOf, changeTitle, PaymentOf, type Proposed } from './proposed.tsx'
import { decisionWords } from './words.ts'

/** The proposals of other operators that wait for the reader, oldest first. */
export function WaitingProposals(props: { readonly first: readonly Proposed[]; readonly all: number }) {
  const text = decisionWords.waiting
  return (
    <section class="note">
      <h2>{text.title(props.all)}</h2>
      <ul>
        {props.first.map((one) => (
          <li>
            <Link to={`/operator/proposals/${one.proposal.proposed.number}`}>{changeTitle(one.proposal.change)}</Link>{' '}
            <AccountOf of={one} /> <PaymentOf of={one} />{' '}
            <small>
              {one.proposal.proposed.by}: {one.proposal.proposed.because}, {text.until}{' '}
              <Moment ms={one.proposal.expiresAtMs} />
            </small>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/operator/proposals">{decisionWords.proposals.title}</Link>
      </p>
    </section>
  )
}
