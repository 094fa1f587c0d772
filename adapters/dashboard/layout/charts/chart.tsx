import { placing, rounded, roundSteps } from './scale.ts'

/** The colour of a series. */
export type Tone = 'in' | 'out' | 'good' | 'bad' | 'plain' | 'faint'

/** Bars, one for each column: values below zero go down. The bars of several series are on top of one another. */
export type Bars = {
  readonly tone: Tone
  readonly values: readonly number[]
  /** Whether a column has so few payments that its bar is drawn pale. */
  readonly isPale?: (column: number) => boolean
}

/** A line with a step at each column; null leaves the column out. */
export type Line = { readonly tone: Tone; readonly values: readonly (number | null)[] }

/** One of the panels of a chart, which have their columns in common. */
export type Panel = {
  readonly title: string
  readonly bars?: readonly Bars[]
  readonly lines?: readonly Line[]
  /** The text of a value at the axis. */
  readonly format: (value: number) => string
  /** The values at the lines of the axis; round ones by default. */
  readonly steps?: readonly number[]
}

/** A column: its name below the chart, its whole time, and its figures, which the pointer shows. */
export type Column = { readonly name: string; readonly time: string; readonly figures: string }

/** The width of a chart, of the texts at its axes, and the heights of a panel's title, of its drawing and of the names. */
const [width, axis, titleHeight, height, namesHeight] = [360, 48, 34, 72, 16]

/** A chart of panels one below the other, drawn on the server. `label` says the same in short. */
export function Chart(props: {
  readonly label: string
  readonly columns: readonly Column[]
  readonly panels: readonly Panel[]
}) {
  const { label, columns, panels } = props
  const columnWidth = (width - axis) / columns.length
  const bottom = panels.length * (titleHeight + height)
  const at = (column: number) => rounded(axis + column * columnWidth)
  const every = Math.ceil(columns.length / 5)
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${bottom + namesHeight}`} role="img" aria-label={label}>
      {panels.map((panel, index) => (
        <Drawn panel={panel} top={index * (titleHeight + height)} columnWidth={columnWidth} />
      ))}
      {columns.map(
        ({ name }, column) =>
          column % every === 0 && (
            <text x={at(column)} y={bottom + 12}>
              {name}
            </text>
          ),
      )}
      <g class="columns">
        {columns.map(({ time, figures }, column) => (
          <rect x={at(column)} width={rounded(columnWidth)} height={bottom}>
            <title>{`${time}: ${figures}`}</title>
          </rect>
        ))}
      </g>
    </svg>
  )
}

function Drawn({ panel, ...where }: { readonly panel: Panel; readonly top: number; readonly columnWidth: number }) {
  const { title, bars = [], lines = [], format } = panel
  const steps = panel.steps ?? roundSteps(reachOf(panel))
  const place = placing(steps, { bottom: where.top + titleHeight + height, top: where.top + titleHeight })
  const drawing = { place, columnWidth: where.columnWidth }
  return (
    <>
      <text class="name" x="0" y={where.top + 22}>
        {title}
      </text>
      <path class="steps" d={steps.map((step) => `M${axis} ${place(step)}H${width}`).join('')} />
      {steps.map((step) => (
        <text class="step" x={axis - 4} y={place(step) + 3}>
          {format(step)}
        </text>
      ))}
      {bars.flatMap((series, index) =>
        [false, true].map((pale) => {
          const d = barsPath(series, { ...drawing, pale, below: bars.slice(0, index) })
          return d && <path class={pale ? `${series.tone} pale` : series.tone} d={d} />
        }),
      )}
      {lines.map((line) => (
        <path class={`${line.tone} line`} d={linePath(line, drawing)} />
      ))}
    </>
  )
}

/** The lowest and the highest point of the bars and lines of a panel. */
function reachOf({ bars = [], lines = [] }: Panel): { readonly low: number; readonly high: number } {
  const columns = bars[0]?.values ?? []
  const stacked = (isCounted: (value: number) => boolean) =>
    columns.map((_, column) =>
      bars
        .map(({ values }) => values[column] ?? 0)
        .filter(isCounted)
        .reduce(sum, 0),
    )
  const points = [
    ...stacked((value) => value > 0),
    ...stacked((value) => value < 0),
    ...lines.flatMap(({ values }) => values.filter((value) => value !== null)),
  ]
  return { low: Math.min(0, ...points), high: Math.max(0, ...points) }
}

const sum = (one: number, other: number) => one + other

type Drawing = { readonly place: (value: number) => number; readonly columnWidth: number }

/** The bars of a series that are pale, or the others, each above the ones of the series below it. */
function barsPath(
  { values, isPale = () => false }: Bars,
  { place, columnWidth, pale, below }: Drawing & { readonly pale: boolean; readonly below: readonly Bars[] },
): string {
  const barWidth = rounded(columnWidth - Math.min(2, columnWidth / 5))
  return values
    .map((value, column) => {
      if (value === 0 || isPale(column) !== pale) return ''
      const others = below.map((series) => series.values[column] ?? 0).filter((one) => one > 0 === value > 0)
      const from = others.reduce(sum, 0)
      const [start, end] = [place(from), place(from + value)]
      // A bar can always be seen.
      const length = Math.abs(end - start) < 1 ? -Math.sign(value) : rounded(end - start)
      return `M${rounded(axis + column * columnWidth)} ${start}h${barWidth}v${length}h${-barWidth}z`
    })
    .join('')
}

function linePath({ values }: Line, { place, columnWidth }: Drawing): string {
  return values
    .map((value, column) => {
      if (value === null) return ''
      const isJoined = column > 0 && values[column - 1] !== null
      const start = isJoined ? `V${place(value)}` : `M${rounded(axis + column * columnWidth)} ${place(value)}`
      return `${start}H${rounded(axis + (column + 1) * columnWidth)}`
    })
    .join('')
}
