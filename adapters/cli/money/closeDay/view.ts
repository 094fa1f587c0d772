import { type ClosedPayments, type DayClose, toDecimal } from '../../../../core/sente.ts'
import { utc } from '../../../formats/moment.ts'
import { sinceJson } from '../../database/audit.ts'
import { confirmedJson } from '../reconcile/view.ts'

/** The data of a close beside the state of the books. */
type About = { readonly day: string; readonly by: string; readonly before: string | null }

/** A day's close as JSON. Amounts are decimal texts in major units, which no reader rounds. */
export function closeJson(close: DayClose, { day, by, before }: About) {
  const { fromMs, toMs, closedAtMs, audit, actionsEnd, balances, operator, reported, ...rest } = close
  const { succeeded, open, exceptions, confirmed } = rest
  return {
    day,
    from: utc(fromMs),
    to: utc(toMs),
    closed_at: utc(closedAtMs),
    by,
    before,
    audit: { ...audit, ...sinceJson(audit.since) },
    actions: actionsEnd.number === 0 ? null : `${actionsEnd.number}:${actionsEnd.hash}`,
    balances: balances.map(({ currency, account, minor }) => ({
      currency,
      account,
      amount: toDecimal(minor, currency),
    })),
    operator: operator
      .filter(({ minor }) => minor !== 0n)
      .map(({ currency, account, minor }) => ({ currency, account, amount: toDecimal(minor, currency) })),
    reported: reported.map(({ network, file, currency, minor, atMs }) => ({
      network,
      file,
      currency,
      amount: toDecimal(minor, currency),
      at: utc(atMs),
    })),
    succeeded: succeeded.map(paymentsJson),
    open: open.map((group) => ({ ...paymentsJson(group), age: group.age })),
    exceptions: exceptions.map(({ network, bucket, currency, entries, minor, age }) => ({
      network,
      bucket,
      currency,
      entries,
      amount: toDecimal(minor, currency),
      age,
    })),
    confirmed: confirmed.map((one) => confirmedJson(one, toMs)),
  }
}

function paymentsJson({ network, currency, kind, payments, minor }: ClosedPayments) {
  return { network, currency, kind, payments, amount: toDecimal(minor, currency) }
}
