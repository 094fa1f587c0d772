import { wayOf } from '../model/transaction.ts'
import type { KeptExchange, PaymentCases } from '../ports/books/cases.ts'
import type { Clock } from '../ports/clock.ts'
import type { Channel } from '../ports/operators/channelStops.ts'
import type { Figures } from '../ports/operators/figures.ts'
import { type ChannelState, type ChannelStatus, isOn } from './channels.ts'

/** A channel as its latest answers show it: `slow` if the network answers late, or not always. */
export type SeenChannel = Omit<ChannelStatus, 'state'> & { readonly state: ChannelState | 'slow' }

/** The function that {@link assessChannels} returns. */
export type AssessChannels = (request: {
  readonly channels: readonly ChannelStatus[]
}) => Promise<readonly SeenChannel[]>

/** The period of the answers, the most payments of all channels, and the time after which an answer is late. */
const [periodMs, mostPayments, lateMs] = [5 * 60_000, 200, 5_000]

/** The number of submissions in a row without an answer after which a network is called unreachable. */
const unansweredInARow = 10

/**
 * Adds to open channels what the latest submissions of all processes show: `slow` if more than one of ten answers took
 * longer than five seconds or never came, `unreachable` if none of the last ten came.
 */
export function assessChannels(ports: {
  readonly figures: Pick<Figures, 'latest'>
  readonly cases: Pick<PaymentCases, 'exchanges'>
  readonly clock: Pick<Clock, 'nowMs'>
}): AssessChannels {
  return async ({ channels }) => {
    const nowMs = ports.clock.nowMs()
    const time = { fromMs: nowMs - periodMs, toMs: nowMs + 1, limit: mostPayments }
    const submitted: (Channel & { readonly last: KeptExchange })[] = []
    for (const payment of await ports.figures.latest(time)) {
      const rows = await ports.cases.exchanges(payment.id)
      const exchanges = rows.flatMap((row) => row.exchanges).filter(({ question }) => question === 'submission')
      const [last] = exchanges.sort((one, other) => other.atMs - one.atMs)
      if (last) submitted.push({ ...payment, kind: wayOf(payment), last })
    }
    return channels.map((channel) => {
      const theirs = submitted.filter((one) => isOn(channel, one)).map(({ last }) => last)
      return channel.state === 'open' ? { ...channel, state: stateIn(theirs) } : channel
    })
  }
}

/** The state of an open channel by the answers to its submissions, latest first. */
function stateIn(answers: readonly KeptExchange[]): SeenChannel['state'] {
  const isMissing = ({ status, problem }: KeptExchange) => status === null && problem !== null
  const latest = answers.slice(0, unansweredInARow)
  if (latest.length === unansweredInARow && latest.every(isMissing)) return 'unreachable'
  const late = answers.filter((answer) => isMissing(answer) || answer.tookMs > lateMs)
  return late.length * 10 > answers.length ? 'slow' : 'open'
}
