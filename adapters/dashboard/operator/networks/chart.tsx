import type { MeasuredChannel } from '../../../../core/sente.ts'
import { Moment } from '../../parts/values.tsx'
import { channelName, rateText } from './figures.ts'
import { networkWords } from './words.ts'

/** The height of a chart and the width of a bar, in units of its own. */
const [height, width] = [40, 10]

/**
 * The outcomes of payments over a channel, a bar for each part of the time: succeeded ones below, failed ones above.
 */
export function SuccessChart({ of: channel, name }: { readonly of: MeasuredChannel; readonly name: string }) {
  const { succeeded, failed, parts } = channel
  const [first, last] = [parts[0], parts.at(-1)]
  return (
    <figure>
      <figcaption>
        {channelName(channel)} <strong>{rateText(channel)}</strong>
      </figcaption>
      <svg
        class="chart"
        viewBox={`0 0 ${parts.length * width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${name}-title ${name}-desc`}
      >
        <title id={`${name}-title`}>{channelName(channel)}</title>
        <desc id={`${name}-desc`}>{networkWords.parts.describe(rateText(channel), succeeded, failed)}</desc>
        {parts.map((part, index) => (
          <Bar of={part} x={index * width + 1} />
        ))}
      </svg>
      <div class="ends">
        <small>{first && <Moment ms={first.fromMs} />}</small>
        <small>{last && <Moment ms={last.fromMs} />}</small>
      </div>
    </figure>
  )
}

function Bar({ of: { succeeded, failed }, x }: { readonly of: MeasuredChannel['parts'][number]; readonly x: number }) {
  const ended = succeeded + failed
  if (ended === 0) return <rect class="none" x={x} y={height - 1} width={width - 2} height={1} />
  const top = Math.round((failed / ended) * height * 10) / 10
  return (
    <>
      {failed > 0 && <rect class="bad" x={x} y={0} width={width - 2} height={top} />}
      {succeeded > 0 && <rect class="good" x={x} y={top} width={width - 2} height={height - top} />}
    </>
  )
}
