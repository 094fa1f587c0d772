import {
  type Calendar,
  type CurrencySum,
  type FloatStatus,
  type OperatorMove,
  type OperatorPosition,
  toDecimal,
  toMajor,
} from '../../../../core/sente.ts'
import { local, utc } from '../../../formats/moment.ts'
import { table } from '../../output/output.ts'

/** A movement as JSON. */
export function moveJson({ reference, kind, currency, from, to, amountMinor, by, because, atMs }: OperatorMove) {
  return { reference, kind, currency, from, to, amount: toMajor(amountMinor, currency), by, because, at: utc(atMs) }
}

/** Movements as a table. */
export function moveTable(moves: readonly OperatorMove[], days: Calendar): string {
  const headings = ['At', 'Reference', 'Amount', 'Currency', 'From', 'To', 'By', 'Because'] as const
  const rows = moves.map(({ reference, currency, from, to, amountMinor, by, because, atMs }) => ({
    At: local(atMs, days),
    Reference: reference,
    Amount: toDecimal(amountMinor, currency),
    Currency: currency,
    From: from,
    To: to,
    By: by,
    Because: because ?? '',
  }))
  return table(headings, rows, ['Amount'])
}

/** The operator's own money as JSON. */
export function positionJson({ balances, owed, earned, floats }: OperatorPosition) {
  return {
    accounts: balances.map(({ currency, account, minor }) => ({ currency, account, amount: toMajor(minor, currency) })),
    owed_to_merchants: owed.map(sumJson),
    ...(earned.length > 0 && { earned_in_fees: earned.map(sumJson) }),
    floats: floats.map((float) => ({
      network: float.network,
      product: float.product === '' ? null : float.product,
      currency: float.currency,
      amount: toMajor(float.minor, float.currency),
      held: toMajor(float.heldMinor, float.currency),
      reported: float.reported && {
        amount: toMajor(float.reported.minor, float.currency),
        difference: toMajor(float.reported.differenceMinor, float.currency),
        at: utc(float.reported.atMs),
      },
      usable: float.usableMinor === null ? null : toMajor(float.usableMinor, float.currency),
      runway_seconds: float.runwayMs === null ? null : Math.round(float.runwayMs / 1_000),
    })),
  }
}

function sumJson({ currency, minor }: CurrencySum) {
  return { currency, amount: toMajor(minor, currency) }
}

/** The operator's own money as text. */
export function positionText({ balances, owed, earned, floats }: OperatorPosition, days: Calendar): string {
  const rows = [
    ...balances.map(({ currency, account, minor }) => ({ account, currency, minor })),
    ...owed.map(({ currency, minor }) => ({ account: 'owed to merchants', currency, minor })),
    ...earned.map(({ currency, minor }) => ({ account: 'earned in fees', currency, minor })),
  ].map(({ account, currency, minor }) => ({
    Account: account,
    Amount: toDecimal(minor, currency),
    Currency: currency,
  }))
  return `${table(['Account', 'Amount', 'Currency'], rows, ['Amount'])}\n${floatTable(floats, days)}`
}

function floatTable(floats: readonly FloatStatus[], days: Calendar): string {
  const rows = floats.map((float) => ({
    Network: float.network,
    Product: float.product,
    Currency: float.currency,
    'By the books': toDecimal(float.minor, float.currency),
    'For open payouts': toDecimal(float.heldMinor, float.currency),
    'By the network': float.reported ? toDecimal(float.reported.minor, float.currency) : '',
    Differs: float.isKnown && float.reported ? toDecimal(float.reported.differenceMinor, float.currency) : '',
    Told: float.reported ? local(float.reported.atMs, days) : '',
    Lasts: hoursText(float.runwayMs),
  }))
  const amounts = ['By the books', 'For open payouts', 'By the network', 'Differs'] as const
  const headings = ['Network', 'Product', 'Currency', ...amounts, 'Told', 'Lasts'] as const
  return table(headings, rows, [...amounts, 'Lasts'])
}

/** How long a float lasts, as text; empty if it is not known. */
export function hoursText(runwayMs: number | null): string {
  return runwayMs === null ? '' : `${(runwayMs / 3_600_000).toFixed(1)} hours`
}

/** The difference between a network's report and the books, as text. */
export function differenceText({ reported, currency }: FloatStatus): string {
  const differenceMinor = reported?.differenceMinor ?? 0n
  const amount = toDecimal(differenceMinor < 0n ? -differenceMinor : differenceMinor, currency)
  return `its network reports ${amount} ${differenceMinor < 0n ? 'less' : 'more'} than the books have`
}
