import type { ChannelStatus } from '../../../../core/sente.ts'
import { Moment } from '../../parts/values.tsx'
import { operatorWords } from '../words.ts'
import { networkWords } from './words.ts'

/** The state of a channel by word and colour, and its stops: since when, why and by whom. */
export function ChannelState({ of: { state, stops } }: { readonly of: ChannelStatus }) {
  const { causes, byGateway } = operatorWords.overview
  return (
    <>
      <span class={`state ${state === 'open' ? 'good' : 'bad'}`}>{networkWords.states[state]}</span>
      {stops.map(({ cause, because, by, begunAtMs }) => (
        <div>
          {cause !== 'paused' && `${causes[cause]}: `}
          {because}{' '}
          <small>
            {by ?? byGateway}, <Moment ms={begunAtMs} />
          </small>
        </div>
      ))}
    </>
  )
}
