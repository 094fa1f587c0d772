import {
  type ChannelDecision,
  type ChannelStatus,
  type ChannelStop,
  isRefusal,
  mayDo,
  type Way,
} from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, May, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { doneWhenSure } from '../../parts/confirming.tsx'
import { asRefused, Choice, Done, Field, Refused, type Refusing } from '../../parts/fields.tsx'
import { Moment } from '../../parts/values.tsx'
import type { Form as Filled } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { operatorWords } from '../words.ts'
import { ChannelState } from './channelState.tsx'
import { channelName } from './figures.ts'
import { networksPath } from './networks.tsx'
import { networkWords } from './words.ts'

const text = networkWords.network

/** One network: its channels, their latest stops, and the form that stops them or resumes payments. */
export function networkPage(deps: OperatorDeps): Page {
  const { findNetwork, decideNetworkAsOperator, confirmPassword } = deps

  async function shown({ params, query }: Asked, refused?: Refusal): Promise<Answer> {
    const network = params.network ?? ''
    const found = await findNetwork({ network, limit: shownAtOnce })
    return isRefusal(found)
      ? errorPage('notFound')
      : networkShown(network, { ...found, done: query.get('done'), refused })
  }

  return {
    path: `${networksPath}/:network`,
    access: 'operator.look',
    takesFrom: ['operator.pause_network', 'operator.resume_network'],
    show: (asked) => asOperator(asked, () => shown(asked)),
    take: (asked, form) =>
      asOperator(asked, async (who) => {
        const network = asked.params.network ?? ''
        const because = form.text('because')
        const decision = (['pause', 'resume'] as const).find((one) => one === form.text('decision'))
        if (!decision) return shown(asked, { because, message: { field: 'decision', message: text.unknownDecision } })
        const label = text.decisions.find(([name]) => name === decision)?.[1] ?? ''
        const asking = {
          to: `${networksPath}/${network}`,
          label,
          fields: { decision, channel: form.text('channel'), because },
        }
        const decided = await doneWhenSure(confirmPassword, { who, form, asking }, (sure) =>
          decideNetworkAsOperator({ who: sure, decision, ...channelsOf(network, form) }),
        )
        if ('answer' in decided) return decided.answer
        if (isRefusal(decided)) return shown(asked, { because, message: refusing(decided) })
        return { seeOther: `${networksPath}/${network}?done=${decision}d` }
      }),
  }
}

/** How many of the latest stops are shown. */
const shownAtOnce = 20

type Refusal = { readonly because: string; readonly message: Refusing }

function channelsOf(network: string, form: Filled): Omit<ChannelDecision, 'by'> {
  const [currency, kind] = form.text('channel').split(' ')
  return {
    network,
    because: form.text('because'),
    ...(currency && { currency }),
    ...(kind && { kind: kind as Way }),
  }
}

type Found = {
  readonly channels: readonly ChannelStatus[]
  readonly stops: readonly ChannelStop[]
  readonly done: string | null
  readonly refused: Refusal | undefined
}

function networkShown(network: string, { channels, stops, done, refused }: Found): Shown {
  const main = (
    <>
      <h1>{network}</h1>
      <Refused message={refused?.message} />
      {(done === 'paused' || done === 'resumed') && <Done>{text.done[done]}</Done>}
      <table class="cards">
        <thead>
          <tr>
            <th>{networkWords.columns.channel}</th>
            <th>{networkWords.columns.state}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr>
              <th scope="row">{channelName(channel)}</th>
              <td class="whole">
                <ChannelState of={channel} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <May act={[decisionActs.pause, decisionActs.resume]}>
        <h2>{text.decide}</h2>
        <p>{text.decideHint}</p>
        <Form to={`${networksPath}/${network}`} label={text.decide}>
          <DecisionChoice usual={usualFor(channels)} />
          <Choice name="channel" label={text.which} options={optionsOf(channels)} />
          <Field name="because" label={text.because} value={refused?.because} />
          <button type="submit">{text.decide}</button>
        </Form>
      </May>
      <h2>{text.stops}</h2>
      {stops.length === 0 ? <p>{text.noStops}</p> : <Stops of={stops} />}
    </>
  )
  return { title: network, main, ...asRefused(refused?.message) }
}

const decisionActs = { pause: 'operator.pause_network', resume: 'operator.resume_network' } as const

/** The decisions that the user may make. */
function DecisionChoice({ usual }: { readonly usual: string }, { user }: PageBase) {
  const options = text.decisions.filter(([name]) => user && mayDo(user, decisionActs[name]))
  return <Choice name="decision" label={text.decision} options={options} value={usual} />
}

/** The decision that is likely now. */
function usualFor(channels: readonly ChannelStatus[]): string {
  return channels.every(({ stops }) => stops.length > 0) ? 'resume' : 'pause'
}

function optionsOf(channels: readonly ChannelStatus[]): readonly (readonly [string, string])[] {
  const each = channels.map(
    ({ currency, kind }) => [`${currency} ${kind}`, `${currency} ${networkWords.ways[kind]}`] as const,
  )
  return [...each, ['', text.all]]
}

function Stops({ of: stops }: { readonly of: readonly ChannelStop[] }) {
  const { causes, byGateway } = operatorWords.overview
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{networkWords.columns.channel}</th>
          <th>{text.began}</th>
          <th>{text.why}</th>
          <th>{text.ended}</th>
        </tr>
      </thead>
      <tbody>
        {stops.map(({ cause, because, by, begunAtMs, ended, ...channel }) => (
          <tr>
            <th scope="row">{channelName(channel)}</th>
            <td>
              <Moment ms={begunAtMs} />
            </td>
            <td class="whole">
              {causes[cause]}: {because} <small>{text.by(by ?? byGateway)}</small>
            </td>
            <td class="whole">
              {ended === null ? (
                <span class="state bad">{text.lasting}</span>
              ) : (
                <>
                  <Moment ms={ended.atMs} />: {ended.because} <small>{text.by(ended.by ?? byGateway)}</small>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
