import { recordSchema } from '../../adapters/providers/networkApi.ts'
import { dateIn } from '../../adapters/written/moment.ts'
import {
  type Calendar,
  type CashOutTable,
  decimalsOf,
  type FeeSchedule,
  type Fees,
  type FeeTier,
  type Kind,
  kinds,
  scaled,
  toMinor,
  utcDays,
} from '../../core/sente.ts'
import { SettingsError } from './validated.ts'

/** The charge for amounts up to a bound. Amounts are in major units. */
type TierEntry = { readonly up_to?: number; readonly flat?: number; readonly percent?: number }

type Over = { readonly from: string; readonly currency: string; readonly network: string }

/** The cost of payments of one kind from a date on: either by tiers, or by one amount and one percentage for all. */
export type FeeEntry = Over &
  Omit<TierEntry, 'up_to'> & {
    readonly kind: Kind
    readonly account?: string
    readonly tiers?: readonly TierEntry[]
    readonly minimum?: number
    readonly maximum?: number
    readonly borne_by?: 'merchant'
    readonly refundable?: boolean
  }

/** A network's charges for taking money out in cash, from a date on. */
export type CashOutEntry = Over & { readonly tiers: readonly TierEntry[]; readonly duty_percent?: number }

const text = { type: 'string', minLength: 1 }
const amount = { type: 'number', minimum: 0, maximum: 1e12, expected: 'an amount from 0 to 10^12' }
const percent = { type: 'number', minimum: 0, maximum: 100, expected: 'a number from 0 to 100' }
const date = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', expected: 'a date such as 2026-07-01' }
const rate = { flat: amount, percent }
const tiers = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  expected: 'a list of 1 to 100 tiers',
  items: recordSchema({}, { ...rate, up_to: amount }),
}
const over = { from: date, currency: text, network: text }

/** The schema of schedules. */
export const feesSchema = {
  type: 'array',
  maxItems: 1_000,
  expected: 'a list of up to 1000 schedules',
  items: recordSchema(
    { ...over, kind: { type: 'string', enum: kinds, expected: 'payout, collection or refund' } },
    {
      ...rate,
      tiers,
      account: text,
      minimum: amount,
      maximum: amount,
      borne_by: { type: 'string', enum: ['merchant'], expected: 'merchant' },
      refundable: { type: 'boolean', expected: 'true or false' },
    },
  ),
}

/** The schema of tables of cash-out charges. */
export const cashOutSchema = {
  type: 'array',
  maxItems: 1_000,
  expected: 'a list of up to 1000 tables',
  items: recordSchema({ ...over, tiers }, { duty_percent: percent }),
}

type Given = {
  readonly currencies: Readonly<
    Record<string, { readonly maximum: number; readonly networks: Readonly<Record<string, unknown>> }>
  >
  readonly fees?: readonly FeeEntry[]
  readonly cash_out?: readonly CashOutEntry[]
}

/**
 * The fees of a configuration file. A date begins as the days of limits do. Throws a SettingsError for an entry that
 * contradicts the file, another entry or itself.
 */
export function feesOf(path: string, file: Given, days: Calendar = utcDays): Fees {
  const { fees = [], cash_out: cashOuts = [] } = file
  const given = { file, days }
  const schedules = fees.map((entry, index) => scheduleOf(entry, { ...given, where: `${path}: fees.${index}` }))
  const tables = cashOuts.map((entry, index) => tableOf(entry, { ...given, where: `${path}: cash_out.${index}` }))
  refuseTwice(`${path}: fees`, schedules)
  refuseTwice(`${path}: cash_out`, tables)
  return { schedules, cashOuts: tables }
}

type Entry = { readonly where: string; readonly file: Given; readonly days: Calendar }

function scheduleOf(entry: FeeEntry, given: Entry): FeeSchedule {
  const { kind, currency, network, account = null, flat, percent: part, minimum, maximum } = entry
  const { where, file } = given
  const fromMs = beginOf(entry, given)
  if (entry.refundable && kind !== 'collection')
    throw new SettingsError(`${where}.refundable is true, but refunds return only fees of collections`)
  if (entry.tiers && (flat !== undefined || part !== undefined))
    throw new SettingsError(`${where} has tiers, and flat or percent beside them: put these into the tiers`)
  if (!entry.tiers && flat === undefined && part === undefined)
    throw new SettingsError(`${where} has no charge: it needs flat, percent or tiers`)
  if (minimum !== undefined && maximum !== undefined && minimum > maximum)
    throw new SettingsError(`${where}.minimum is ${minimum}, but must be at most maximum, ${maximum}`)
  const tiers = entry.tiers
    ? tiersOf(entry.tiers, entry, { where })
    : tiersOf([{ flat: flat ?? 0, percent: part ?? 0 }], entry, { where, isWhole: true })
  const [last] = tiers.slice(-1)
  const most = minorOf(file.currencies[currency]?.maximum ?? 0, currency, where)
  if (last?.upToMinor !== null && last && last.upToMinor < most)
    throw new SettingsError(`${where}.tiers end before the currency's maximum: leave out up_to in the last one`)
  return {
    fromMs,
    kind,
    currency,
    network,
    accountId: account,
    tiers,
    minimumMinor: minimum === undefined ? null : minorOf(minimum, currency, `${where}.minimum`),
    maximumMinor: maximum === undefined ? null : minorOf(maximum, currency, `${where}.maximum`),
    ...(entry.refundable && { isRefundable: true }),
  }
}

function tableOf(entry: CashOutEntry, given: Entry): CashOutTable {
  const { currency, network, duty_percent: duty = 0 } = entry
  const fromMs = beginOf(entry, given)
  const dutyPercentE4 = percentE4Of(duty, `${given.where}.duty_percent`)
  return { fromMs, currency, network, tiers: tiersOf(entry.tiers, entry, given), dutyPercentE4 }
}

/** The beginning of an entry, if its currency and network are in the file. */
function beginOf({ from, currency, network }: Over, { where, file, days }: Entry): number {
  const found = file.currencies[currency]
  if (!found) throw new SettingsError(`${where}.currency is "${currency}", which is no currency of the file`)
  if (!Object.hasOwn(found.networks, network)) {
    const known = Object.keys(found.networks).join(', ')
    throw new SettingsError(`${where}.network is "${network}", but must be one of: ${known}`)
  }
  const dateMs = dateIn(from)
  if (dateMs === undefined) throw new SettingsError(`${where}.from is "${from}", which is no date`)
  return days.during(dateMs).fromMs
}

function tiersOf(
  entries: readonly TierEntry[],
  { currency }: Over,
  { where, isWhole = false }: { readonly where: string; readonly isWhole?: boolean },
): readonly FeeTier[] {
  const tiers = entries.map(({ up_to: upTo, flat = 0, percent: part = 0 }, index): FeeTier => {
    const at = isWhole ? where : `${where}.tiers.${index}`
    return {
      upToMinor: upTo === undefined ? null : minorOf(upTo, currency, `${at}.up_to`),
      flatMinor: minorOf(flat, currency, `${at}.flat`),
      percentE4: percentE4Of(part, `${at}.percent`),
    }
  })
  for (const [index, { upToMinor }] of tiers.slice(1).entries()) {
    const before = tiers[index]?.upToMinor ?? null
    if (before === null) throw new SettingsError(`${where}.tiers.${index} has no up_to, so none can follow it`)
    if (upToMinor !== null && upToMinor <= before)
      throw new SettingsError(`${where}.tiers.${index + 1}.up_to must be above the up_to of the previous tier`)
  }
  return tiers
}

function minorOf(amount: number, currency: string, where: string): bigint {
  const minor = toMinor(amount, currency)
  if (minor !== undefined) return minor
  throw new SettingsError(`${where} is ${amount}, but ${currency} has ${decimalsOf(currency)} decimals`)
}

function percentE4Of(percent: number, where: string): bigint {
  const found = scaled(percent, 4)
  if (found !== undefined) return found
  throw new SettingsError(`${where} is ${percent}, but must have at most four decimals`)
}

/** No two may begin at the same time for the same payments. */
function refuseTwice(where: string, all: readonly (FeeSchedule | CashOutTable)[]): void {
  const seen = new Map<string, number>()
  for (const [index, one] of all.entries()) {
    const what = 'kind' in one ? [one.kind, one.accountId ?? ''] : []
    const key = [one.fromMs, one.currency, one.network, ...what].join(' ')
    const first = seen.get(key)
    if (first !== undefined)
      throw new SettingsError(
        `${where}.${index} is for the same payments from the same date as ${where.split(': ').at(-1)}.${first}`,
      )
    seen.set(key, index)
  }
}
