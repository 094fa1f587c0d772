import { type Command, InvalidArgumentError } from 'commander'
import {
  type AccountLimit,
  accountLimitNames,
  type Calendar,
  isAmountLimit,
  isRefusal,
  type LimitInUse,
  type NewLimits,
  showLimits,
  toDecimal,
  toMajor,
} from '../../../core/sente.ts'
import { local, utc } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import { changeAnswer } from '../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { table } from '../output/output.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { amountGiven, parseCurrency, wholeNumber } from '../program/values.ts'

/** Adds `account limit`. */
export function accountLimits(account: Command, context: CommandContext): void {
  const group = account
    .command('limit')
    .summary("the limits on an account's payments")
    .description(
      'Limits of an account, in each currency: the amount of one payout, the payouts of a day by number and by amount, ' +
        "and the collections of a day. If an account has no limit of its own, the configuration's limit " +
        'for every account applies. A payment beyond a limit is refused (429 limit_reached) before anything is recorded. ' +
        'docs/operating/limits.md explains it.',
    )
  limitShow(group, context)
  limitSet(group, context)
  limitClear(group, context)
}

function limitShow(group: Command, context: CommandContext) {
  group
    .command('show')
    .summary('show the limits of an account, and the rest of each')
    .description(
      'Shows each limit of an account, whether it is its own, the part of it that is left, and the time when it ends.',
    )
    .argument('<ID>', 'the account')
    .addHelpText('after', '\nExample:\n  sente account limit show 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d')
    .action((id: string) => context.answer((store) => shown(id, store)))
}

function limitSet(group: Command, context: CommandContext) {
  const command = group
    .command('set')
    .summary('give an account limits of its own')
    .description('Sets the given limits and leaves the others unchanged; at least one is required.')
    .argument('<ID>', 'the account')
    .argument('<CURRENCY>', 'a currency of the configuration, such as UGX')
    .option('--payout-amount <AMOUNT>', 'the largest amount of one payout, in major units, or none')
    .option('--payouts-a-day <NUMBER>', 'how many payouts in a day, or none', parseNumber)
    .option('--payout-amount-a-day <AMOUNT>', 'their largest total in a day, or none')
    .option('--collections-a-day <NUMBER>', 'how many collections in a day, or none', parseNumber)
  attributed(command)
    .addHelpText('after', afterSet)
    .action(async (accountId: string, currency: string, { by, because, ...given }: Given, command: Command) => {
      const limits = limitsGiven(given, { command, currency })
      if (Object.keys(limits).length === 0) command.error(`expected at least one of: ${optionNames.join(', ')}`)
      await context.answer(async (store) => {
        const change = { kind: 'account.limit', request: { accountId, currency, limits } } as const
        return changeAnswer(store, { change, ...attributionOf({ by, because }, context) }, () =>
          shown(accountId, store),
        )
      })
    })
}

const afterSet = `
They apply from the next payment on, on all servers, and today's payments
count. 0 allows nothing. none allows any number, whatever the configuration
sets for every account. Safe to repeat.

Examples:
  sente account limit set 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX \\
      --payouts-a-day 200
  sente account limit set 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX \\
      --payout-amount 1000000 --payout-amount-a-day none`

function limitClear(group: Command, context: CommandContext) {
  const command = group
    .command('clear')
    .summary("clear an account's own limits")
    .description(
      'Clears the given limits of an account, or all of its own, so that the limits for every account apply ' +
        'again. Repeating it changes nothing.',
    )
    .argument('<ID>', 'the account')
    .argument('<CURRENCY>', 'a currency, such as UGX', parseCurrency)
    .option('--payout-amount', 'the largest amount of one payout')
    .option('--payouts-a-day', 'how many payouts in a day')
    .option('--payout-amount-a-day', 'their largest total in a day')
    .option('--collections-a-day', 'how many collections in a day')
  attributed(command)
    .addHelpText('after', afterClear)
    .action((accountId: string, currency: string, given: GivenAttribution) =>
      context.answer(async (store) => {
        const named = accountLimitNames.filter((limit) => optionOf(limit) in given)
        const limits = named.length === 0 ? accountLimitNames : named
        const change = { kind: 'account.unlimit', request: { accountId, currency, limits } } as const
        return changeAnswer(store, { change, ...attributionOf(given, context) }, () => shown(accountId, store))
      }),
    )
}

const afterClear = `
Example:
  sente account limit clear 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX \\
      --payouts-a-day`

/** The options of `set`; commander would take null for an option without a value. */
type GivenLimits = { readonly [option: string]: string | number }
type Given = GivenLimits & GivenAttribution

const optionNames = accountLimitNames.map((limit) => `--${limit.replaceAll('_', '-')}`)

/** The option's name in commander. */
function optionOf(limit: AccountLimit): string {
  return limit.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function limitsGiven(given: GivenLimits, { command, currency }: { command: Command; currency: string }): NewLimits {
  const most = (value: string | number) => {
    if (value === 'none') return null
    return typeof value === 'number' ? value : amountGiven(command, { amount: value, currency })
  }
  return Object.fromEntries(
    accountLimitNames.flatMap((limit) => {
      const value = given[optionOf(limit)]
      return value === undefined ? [] : [[limit, most(value)] as const]
    }),
  )
}

function parseNumber(text: string): number | 'none' {
  if (text === 'none') return text
  try {
    return wholeNumber({ least: 0, most: 1e12 })(text)
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message} Or none, for no limit.`)
  }
}

async function shown(accountId: string, store: CliStore): Promise<CommandAnswer | Refused> {
  const found = await showLimits(store)({ accountId })
  if (isRefusal(found)) return found
  const json = { account_id: accountId, limits: found.limits.map(limitJson) }
  return { json, text: limitTable(found.limits, todayOf(store).days) }
}

function limitJson({ currency, limit, most, left, endsAtMs, isOwn }: LimitInUse) {
  const inWords = (value: bigint) => (isAmountLimit(limit) ? toMajor(value, currency) : Number(value))
  const ends_at = endsAtMs === null ? null : utc(endsAtMs)
  return { currency, limit, most: inWords(most), left: inWords(left), ends_at, own: isOwn }
}

function limitTable(limits: readonly LimitInUse[], days: Calendar): string {
  if (limits.length === 0) return 'The account has no limits.\n'
  const rows = limits.map(({ currency, limit, most, left, endsAtMs, isOwn }) => {
    const inWords = (value: bigint) => (isAmountLimit(limit) ? toDecimal(value, currency) : String(value))
    return {
      Limit: limit,
      Currency: currency,
      Most: inWords(most),
      Left: inWords(left),
      Until: endsAtMs === null ? '' : local(endsAtMs, days),
      Own: isOwn ? 'yes' : 'no',
    }
  })
  return table(['Limit', 'Currency', 'Most', 'Left', 'Until', 'Own'], rows, ['Most', 'Left'])
}
