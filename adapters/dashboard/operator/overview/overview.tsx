import {
  type ChannelStatus,
  isSamePerson,
  type LastComparison,
  type OpenFigure,
  type Quarantine,
  type Transaction,
  type Upkeep,
} from '../../../../core/sente.ts'
import { Link, May } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Looked, type Since } from '../../parts/looked.tsx'
import { amountText, Moment } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import { BooksState } from '../books/state.tsx'
import { type Proposed, proposedOf } from '../decisions/proposed.tsx'
import { WaitingProposals } from '../decisions/waiting.tsx'
import type { OperatorDeps } from '../deps.ts'
import { LastComparisons, OpenExceptions } from '../exceptions/glance.tsx'
import { exceptionWords } from '../exceptions/words.ts'
import { asOperator } from '../operating.ts'
import { type AccountNames, namesOf } from '../parts/names.tsx'
import { OperatorPayments } from '../payments.tsx'
import { operatorWords } from '../words.ts'
import { changesSince } from './looked.ts'

/** The first page of an operator: the items that need attention now, and unusual states. */
export function operatorOverviewPage(deps: OperatorDeps): Page {
  const { figures, findQuarantine, findUpkeep, listChannels, searchSeenPayments, findAccount } = deps
  const { reconciliations, listExceptions, findLastComparisons, findOwners, listProposals, clock } = deps
  return {
    path: '/operator/',
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async (who) => {
        const [quarantine, attention, channels, open, upkeep, counts, exceptions, comparisons] = await Promise.all([
          ...([findQuarantine(), searchSeenPayments({ who, query: { attention: true, limit: shownAtOnce } })] as const),
          ...([listChannels(), figures.open(), findUpkeep(), reconciliations.exceptions()] as const),
          ...([listExceptions({ isOpen: true, limit: shownAtOnce }), findLastComparisons()] as const),
        ])
        const stopped = channels.filter(({ stops }) => stops.length > 0)
        const names = await namesOf(findAccount, attention.transactions)
        const byOthers = (await listProposals()).filter(({ proposed }) => !isSamePerson(who.user.name, proposed.by))
        return overview({
          since: await changesSince(deps, who),
          proposed: await proposedOf(deps, byOthers.slice(0, shownAtOnce)),
          proposals: byOthers.length,
          quarantine,
          waiting: attention.transactions,
          owners: await findOwners(attention.transactions.map(({ id }) => id)),
          names,
          counts: await figures.attention(),
          stopped,
          open,
          upkeep,
          comparisons,
          exceptions: { counts, latest: exceptions.found, nowMs: clock.nowMs() },
        })
      }),
  }
}

/** How many payments and proposals are shown. */
const shownAtOnce = 10

type Now = {
  readonly since: Since | undefined
  readonly quarantine: Quarantine | undefined
  /** The first of the proposals that the user may approve, and their number. */
  readonly proposed: readonly Proposed[]
  readonly proposals: number
  readonly waiting: readonly Transaction[]
  readonly owners: ReadonlyMap<string, string>
  readonly names: AccountNames
  readonly counts: Awaited<ReturnType<OperatorDeps['figures']['attention']>>
  readonly stopped: readonly ChannelStatus[]
  readonly open: readonly OpenFigure[]
  readonly upkeep: Upkeep
  readonly exceptions: Parameters<typeof OpenExceptions>[0]
  readonly comparisons: readonly LastComparison[]
}

function overview({ since, quarantine, waiting, names, counts, stopped, open, upkeep, ...found }: Now): Shown {
  const text = operatorWords.overview
  const main = (
    <>
      <h1>{text.title}</h1>
      {quarantine && (
        <p class="note bad" role="alert">
          {text.quarantine} <Moment ms={quarantine.begunAtMs} />: {text.quarantines[quarantine.why]}
          {quarantine.explanation !== null && `, ${quarantine.explanation}`}
        </p>
      )}
      {found.proposals > 0 && <WaitingProposals first={found.proposed} all={found.proposals} />}
      {since && <Looked of={since} nothing={text.noChanges} />}
      <h2>{text.attention}</h2>
      {waiting.length === 0 && <p>{text.nothing}</p>}
      {waiting.length > 0 && (
        <>
          <ul>
            {counts.map(({ attention, payments }) => (
              <li>
                {payments}: {operatorWords.attentions[attention]}
              </li>
            ))}
          </ul>
          <OperatorPayments
            payments={waiting}
            names={names}
            waiting={{ nowMs: found.exceptions.nowMs, owners: found.owners }}
          />
          <p>
            <Link to="/operator/payments?attention=yes">{text.all}</Link>
            <May act="operator.end_payments">
              {' · '}
              <Link to="/operator/attention">{text.several}</Link>
            </May>
          </p>
        </>
      )}
      <h2>{exceptionWords.overview.title}</h2>
      <OpenExceptions {...found.exceptions} />
      <h2>{text.channels}</h2>
      {stopped.length === 0 ? <p>{text.allOpen}</p> : <StoppedChannels channels={stopped} />}
      <h2>{text.unended}</h2>
      {open.length === 0 ? <p>{text.noneUnended}</p> : <OpenFigures of={open} />}
      <h2>{text.books.title}</h2>
      <BooksState of={upkeep} />
      <LastComparisons of={found.comparisons} />
    </>
  )
  return { title: text.title, main }
}

function StoppedChannels({ channels }: { readonly channels: readonly ChannelStatus[] }) {
  const { columns, causes, ways, byGateway } = operatorWords.overview
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{columns.channel}</th>
          <th>{columns.state}</th>
          <th>{columns.why}</th>
        </tr>
      </thead>
      <tbody>
        {channels.map(({ network, currency, kind, stops }) => (
          <tr>
            <th scope="row">
              {network} {currency} <small>{ways[kind]}</small>
            </th>
            <td>
              {stops.map(({ cause }) => (
                <span class="state bad">{causes[cause]}</span>
              ))}
            </td>
            <td>
              {stops.map(({ because, by, begunAtMs }) => (
                <div>
                  {because}{' '}
                  <small>
                    {by ?? byGateway}, <Moment ms={begunAtMs} />
                  </small>
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OpenFigures({ of: figures }: { readonly of: readonly OpenFigure[] }) {
  const { columns } = operatorWords.overview
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{columns.network}</th>
          <th>{columns.state}</th>
          <th>{columns.payments}</th>
          <th>{columns.oldest}</th>
          <th class="amount">{columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ kind, network, currency, state, payments, amountMinor, oldestAtMs }) => (
          <tr>
            <th scope="row">
              {network} <small>{words.payment.kinds[kind]}</small>
            </th>
            <td>{words.payment.states[state]}</td>
            <td>{payments}</td>
            <td>
              <Moment ms={oldestAtMs} />
            </td>
            <td class="amount">{amountText(amountMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
