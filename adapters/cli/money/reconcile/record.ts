import type { Command } from 'commander'
import { findCase } from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import { changeAnswer, decidedAnswer } from '../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseEach, parseValue, phoneNumberForm, phoneNumberGiven } from '../../program/values.ts'
import { transactionAnswer } from '../../transaction/view.ts'
import { anotherThanHelp } from './classify.ts'
import { filtered, filterOf, type GivenFilter, onlyEntry, scopeAnswer } from './filter.ts'

type Given = GivenAttribution &
  GivenFilter & {
    readonly account: string
    readonly reference?: string
    readonly references?: string
    readonly phoneNumber?: string
    readonly refundOf?: string
    readonly anotherThan?: readonly string[]
  }

/** Adds `reconcile record`. */
export function recordCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('record')
    .summary('record payments that are missing in the books')
    .description(
      'Makes transactions from rows of missing_here: the network has paid them, and they are missing in the books, for example after a restore. ' +
        'Each uses up a reference of the merchant, moves the money like the payment, and notifies the merchant by an event. ' +
        'It sends nothing to the network, and records each row once. Without --entry, all open rows of missing_here that match ' +
        'the other options are recorded, those that came in first.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
    .requiredOption('--account <ID>', 'the account of the payments', parseValue)
    .option('--reference <TEXT>', "the merchant's reference for one --entry", parseValue)
    .option('--references <PREFIX>', 'the beginning of each reference, before the number of the entry', parseValue)
    .option('--phone-number <NUMBER>', `if the file has none, the other party’s: ${phoneNumberForm}`, parseValue)
    .option('--refund-of <REFERENCE>', 'the refunded collection, by reference or id', parseValue)
    .option('--another-than <ID>', anotherThanHelp, parseEach)
  attributed(filtered(command), 'needed')
    .addHelpText('after', afterHelp)
    .action((runId: string, given: Given) =>
      context.answer((store) => record(runId, given, { command, store, context })),
    )
}

type At = { readonly command: Command; readonly store: CliStore; readonly context: CommandContext }

async function record(runId: string, given: Given, at: At): Promise<CommandAnswer | Refused> {
  const { command, store, context } = at
  const { account: accountId, reference, references, phoneNumber, refundOf, anotherThan } = given
  const choice = filterOf(runId, given)
  if (Object.keys(choice).length === 1) command.error('expected --entry, --direction or --why')
  if ((reference === undefined) === (references === undefined)) command.error('expected --reference or --references')
  const item = reference === undefined ? undefined : onlyEntry(given)
  const ofOne = [reference, phoneNumber, refundOf, anotherThan]
  if (item === undefined && ofOne.some((option) => option !== undefined))
    command.error('--reference, --phone-number, --refund-of and --another-than are for one --entry alone')
  if (given.dryRun) return scopeAnswer(store, { ...choice, buckets: ['missing_here'], accountId })
  if (references !== undefined) {
    const change = { kind: 'reconcile.record', request: { ...choice, accountId, references } } as const
    return changeAnswer(store, { change, ...attributionOf(given, context) }, decidedAnswer)
  }
  return recordOne(runId, { ...given, item: item ?? 0, reference: reference ?? '' }, at)
}

const afterHelp = `
The merchant knows the reference: it prevents the same payment from being made
again. If it is no longer known, use one of your own, such as lost-1234, and ask
the merchant not to repeat the payment.

For a refund, name the refunded collection: otherwise all of it could be
refunded once more.

A payout is refused if the account's balance is too low for it: first record the
other missing entries, such as fundings and collections.

Examples:
  sente reconcile record 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --direction in --dry-run \\
      --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --references lost-march- \\
      --because "lost by the restore of 2 March"
  sente reconcile record 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --entry 317 \\
      --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --reference order-1234 \\
      --because "lost by the restore of 2 March"`

async function recordOne(
  runId: string,
  {
    item,
    account: accountId,
    reference,
    phoneNumber: phone,
    refundOf,
    anotherThan,
    ...who
  }: Given & { readonly item: number; readonly reference: string },
  { command, store, context }: At,
): Promise<CommandAnswer | Refused> {
  const phoneNumber = phone === undefined ? undefined : await phoneNumberGiven(command, phone, store.market)
  const optional = {
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(refundOf !== undefined && { refundOf }),
    ...(anotherThan !== undefined && { anotherThan }),
  }
  const request = { runId, item, accountId, reference, ...optional }
  const change = { kind: 'reconcile.record', request } as const
  return changeAnswer(store, { change, ...attributionOf(who, context) }, async ({ transactionId }) =>
    transactionAnswer(await findCase(store)({ transactionId: transactionId ?? '' }), {
      paint: context.paint,
      days: todayOf(store).days,
    }),
  )
}
