import type { Market } from '../../model/market.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MobileProvider } from '../../ports/mobileProvider.ts'
import type { FloatReport, OperatorMoney } from '../../ports/operators/operatorMoney.ts'
import { type Float, floatsOf, paidInto } from './floats.ts'

/** The ports for asking networks about floats. */
export type FloatAskingPorts = {
  readonly operatorMoney: Pick<OperatorMoney, 'paid' | 'takeTurn' | 'keepReports'>
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
  /** The provider of a network of the market; undefined if none is connected. */
  readonly providerFor: (currency: string, network: string) => MobileProvider | undefined
}

/** The function that {@link askForFloats} returns. */
export type AskForFloats = () => Promise<readonly FloatReport[]>

/** How often networks are asked, over all processes. */
const everyMs = 5 * 60_000

/**
 * Asks networks for the balances of our wallets, if their APIs return them, and if it is our turn. Stores the reports
 * beside the books, and never as a posting. Resolves with the reports.
 */
export function askForFloats({ operatorMoney, market, clock, providerFor }: FloatAskingPorts): AskForFloats {
  async function ask(float: Float): Promise<FloatReport[]> {
    const { currency, network, account, kinds } = float
    const [kind = 'payout'] = kinds
    const answer = await providerFor(currency, network)?.walletBalance?.({ kind, currency })
    if (!answer) return []
    const paid = await operatorMoney.paid({ sinceMs: clock.nowMs() })
    return [{ currency, account, minor: answer.amountMinor, paidMinor: paidInto(float, paid), atMs: clock.nowMs() }]
  }

  return async () => {
    if (!(await operatorMoney.takeTurn({ nowMs: clock.nowMs(), everyMs }))) return []
    const reports = (await Promise.all(floatsOf(market).map(ask))).flat()
    await operatorMoney.keepReports(reports)
    return reports
  }
}
