import type { Market } from '../model/market.ts'
import type { Clock } from '../ports/clock.ts'
import type { LineFault, MobileProvider, Submitted } from '../ports/mobileProvider.ts'
import type { LineStop, LineStops, NetworkLine, StopCause } from '../ports/operators/lineStops.ts'
import { isOn, type LineState, type LineStatus, linesOf, stateBy, stopsAccess } from './lines.ts'

/** What changed about a line: its state, what stopped it, and how many payments this process refused meanwhile. */
export type LineChange = LineStatus & { readonly was: LineState; readonly refused: number }

/** What the watch needs. */
export type LineWatchPorts = {
  readonly lineStops: LineStops
  readonly clock: Clock
  readonly market: Market
  /** The provider of a network of the market; undefined where none is connected. */
  readonly providerFor: (currency: string, network: string) => MobileProvider | undefined
  /** Called once with each change that this process notices. */
  readonly onChange?: (change: LineChange) => void
  /** Called with the error when a line could not be stopped. */
  readonly onBroke?: (error: unknown) => void
}

/** What one process knows of the lines to the networks. */
export type LineWatch = {
  /**
   * Takes the answer to a submission; stops the line when the network refuses what every payment has in common. Never
   * rejects: what can't be stored is tried again after the next such answer.
   */
  answered(request: { readonly line: NetworkLine; readonly answer: Submitted }): Promise<void>
  /** Counts a payment that was refused because the line is stopped. */
  refused(line: NetworkLine): void
  /** Looks at what has stopped lines; once a minute asks networks that refuse our access whether they accept it now. */
  look(): Promise<void>
  /** Every line of the market with its state. */
  states(): Promise<readonly LineStatus[]>
}

/** How many submissions in a row have to meet a fault before the line is stopped, or called unreachable. */
const faultsInARow: Readonly<Record<LineFault, number>> = {
  access_refused: 5,
  // A third wrong PIN may bar the wallet.
  wallet_pin_refused: 2,
  unreachable: 10,
}

/** How often a network that refuses our access is asked whether it accepts it now. */
const probeEveryMs = 60_000

/** What this process has counted on a line. */
type Count = {
  readonly line: NetworkLine
  readonly faults: Record<LineFault, number>
  state: LineState
  refused: number
}

/**
 * Watches the lines of the market. A network's answer that says nothing of its access, as that a customer has no money,
 * ends a row of refusals; silence does not. Where the network accepts its access again the next refusal stops the line
 * again at once, until a payment went through.
 */
export function lineWatch({ lineStops, clock, market, providerFor, onChange, onBroke }: LineWatchPorts): LineWatch {
  const counts: readonly Count[] = linesOf(market).map((line) => ({
    line,
    faults: { access_refused: 0, wallet_pin_refused: 0, unreachable: 0 },
    state: 'open',
    refused: 0,
  }))
  let probedAtMs = Number.NEGATIVE_INFINITY
  const countOf = (line: NetworkLine) => counts.find((count) => isOn(line, count.line))
  const accessTo = ({ currency, network }: NetworkLine) => providerFor(currency, network)?.access ?? ''

  /** Those that stop payments of this process, by line. */
  async function lasting(): Promise<(line: NetworkLine) => LineStop[]> {
    const all = await lineStops.lasting()
    return (line) => all.filter((stop) => isOn(line, stop) && stopsAccess(stop, accessTo(line)))
  }

  function statusOf(count: Count, stops: readonly LineStop[]): LineStatus {
    const state = stateBy(stops)
    return { ...count.line, state: state === 'open' && isUnreachable(count) ? 'unreachable' : state, stops }
  }

  async function noticeChanges(): Promise<void> {
    const stopsOn = await lasting()
    for (const count of counts) {
      const status = statusOf(count, stopsOn(count.line))
      const { state: was, refused } = count
      if (status.state === was) continue
      count.state = status.state
      if (status.state === 'open') count.refused = 0
      onChange?.({ ...status, was, refused })
    }
  }

  async function stop({ line, faults }: Count, cause: Exclude<StopCause, 'paused'>, because: string): Promise<void> {
    const access = cause === 'access_refused' ? accessTo(line) : ''
    const begun = { cause, access, begunAtMs: clock.nowMs(), by: null, because }
    await lineStops.begin([{ ...line, ...begun }])
    faults[cause] = 0
  }

  async function probe(stop: LineStop): Promise<void> {
    const { currency, network, kind } = stop
    const count = countOf(stop)
    if (!count || stop.cause !== 'access_refused') return
    if (!(await providerFor(currency, network)?.acceptsAccess?.(kind))) return
    if (stop.access === accessTo(stop)) count.faults.access_refused = faultsInARow.access_refused - 1
    await lineStops.end([stop], { atMs: clock.nowMs(), by: null, because: 'the network accepts our access again' })
  }

  return {
    async answered({ line, answer }) {
      const count = countOf(line)
      if (!count) return
      const { faults } = count
      const fault = 'fault' in answer ? answer.fault : undefined
      if (fault !== 'unreachable') faults.unreachable = 0
      if (fault !== undefined) faults[fault] += 1
      else if (answer.outcome !== 'inDoubt') Object.assign(faults, { access_refused: 0, wallet_pin_refused: 0 })
      try {
        const isStopped = fault !== undefined && fault !== 'unreachable' && faults[fault] >= faultsInARow[fault]
        if (isStopped) await stop(count, fault, becauseOf(answer))
        if (isStopped || isUnreachable(count) !== (count.state === 'unreachable')) await noticeChanges()
      } catch (error) {
        onBroke?.(error)
      }
    },
    refused(line) {
      const count = countOf(line)
      if (count) count.refused += 1
    },
    async look() {
      if (clock.monotonicMs() - probedAtMs >= probeEveryMs) {
        probedAtMs = clock.monotonicMs()
        await Promise.all((await lineStops.lasting()).map(probe))
      }
      await noticeChanges()
    },
    async states() {
      const stopsOn = await lasting()
      return counts.map((count) => statusOf(count, stopsOn(count.line)))
    },
  }
}

function isUnreachable({ faults }: Count): boolean {
  return faults.unreachable >= faultsInARow.unreachable
}

function becauseOf(answer: Submitted): string {
  return ('because' in answer ? answer.because : undefined) ?? 'the network did not say why'
}
