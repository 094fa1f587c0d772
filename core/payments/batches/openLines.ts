import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import { floatShare } from '../../books/float/floatWatch.ts'
import { channelOf } from '../../channels/channels.ts'
import type { Account } from '../../model/account.ts'
import { utcDays } from '../../model/days.ts'
import { isRefusal, type RefusalCode } from '../../model/refusal.ts'
import { liveRiskLimits } from '../../model/riskLimits.ts'
import type { BatchLine } from '../../ports/books/batches.ts'
import { deadlineIn } from '../../ports/clock.ts'
import { draft, type OpenedPayment, type PaymentPorts } from '../payment.ts'
import { networkOf } from '../rules.ts'
import { defaultLimits, submission } from '../submission.ts'
import { type LineResult, lineScope, openLine, refusalScope, refuseLine } from './openLine.ts'

/** The account of a batch at its last reading. It is read again when it has changed. */
export type KnownAccount = { now?: Account | undefined }

/** Opens a line and submits its payment. */
type OpenLine = (
  line: BatchLine & { readonly accountId: string },
  account: KnownAccount,
) => Promise<OpenedPayment | Exclude<LineResult, { readonly opened: unknown } | 'stale'> | 'waits'>

/** How often a line is tried because its account has changed meanwhile, before it waits. */
const mostRuns = 5

/** Makes the function that opens lines as payments. While its account may not use the API, a line waits. */
export function lineOpener(ports: PaymentPorts): OpenLine {
  const { openWithinMs, submitWithinMs } = { ...defaultLimits, ...ports.limits }
  const submit = submission(ports)

  async function tryToOpen(line: BatchLine, account: Account) {
    const { reference, phoneNumber, currency, network, description, metadata, customerMessage, amountMinor } = line
    if (amountMinor === null) throw new Error(`line ${line.number} of batch ${line.batchId} has no amount`)
    const code = codeOf(line, account, ports)
    if (code === 'waits') return code
    if (code) {
      const refusal = { account, line, code, atMs: ports.clock.nowMs() }
      return ports.books.atomically(refusalScope(refusal), refuseLine(refusal))
    }
    const until = deadlineIn(ports.clock, submitWithinMs)
    const request = { reference, phoneNumber, currency, network, description, metadata, customerMessage }
    const transaction = draft(
      { kind: 'payout', accountId: account.id, request, until, amountMinor, feeMinor: line.feeMinor },
      ports,
    )
    const { access = '' } = ports.providerFor(currency, network)
    const share = floatShare(ports.floats, transaction)
    const { riskLimits: limits = liveRiskLimits, days = utcDays } = ports
    const opening = { account, line, transaction, limits, days, access, takeFloat: share.take }
    const result = await ports.books.atomically(lineScope(opening, openWithinMs), openLine(opening))
    if (typeof result === 'string') return result
    if ('opened' in result) return { transaction: result.opened, outcome: submit(result.opened, until) }
    if (isRefusal(result) && result.refused === 'network_unavailable' && !share.isShort())
      ports.channels?.refused(channelOf(transaction))
    return result
  }

  return async (line, known) => {
    for (let runs = 0; runs < mostRuns; runs += 1) {
      known.now ??= await ports.accounts.byId(line.accountId)
      if (!known.now) throw new Error(`account ${line.accountId} of batch ${line.batchId} is missing`)
      const result = await tryToOpen(line, known.now)
      if (result !== 'stale') return result
      known.now = undefined
    }
    return 'waits'
  }
}

/**
 * The code of a line's refusal by the present state of the shared books. The line waits while its account is switched
 * off, and if this process lacks its network: another may have it. Checks from the acceptance of its batch are not
 * repeated, because the market of one process decides nothing for the others.
 */
function codeOf(
  line: BatchLine,
  account: Account,
  { market }: Pick<PaymentPorts, 'market'>,
): RefusalCode | 'waits' | undefined {
  if (account.closed) return 'account_not_found'
  if (refuseApiUse(account)) return 'waits'
  if (!account.activatedCurrencies.includes(line.currency)) return 'currency_not_activated'
  return networkOf({ request: line, market }) ? undefined : 'waits'
}
