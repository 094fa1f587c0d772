import type { Command } from 'commander'
import { findCase } from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import { changeAnswer } from '../../action/proposal/view.ts'
import type { CommandContext } from '../../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseEach, parseValue, phoneNumberForm, phoneNumberGiven, wholeNumber } from '../../program/values.ts'
import { transactionAnswer } from '../../transaction/view.ts'
import { anotherThanHelp } from './classify.ts'

type Given = GivenAttribution & {
  readonly entry: number
  readonly account: string
  readonly reference: string
  readonly phoneNumber?: string
  readonly refundOf?: string
  readonly anotherThan?: readonly string[]
}

/** Adds `reconcile record`. */
export function recordCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('record')
    .summary('record a payment that is missing in the books')
    .description(
      'Makes a transaction from a row that the network has paid and that is missing in the books, for example after a restore. It uses up ' +
        'the merchant’s reference, moves the money like the payment, and notifies the merchant by an event. It sends nothing ' +
        'to the network, and records each row once.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
    .requiredOption('--entry <N>', 'the entry, by its number; in missing_here', wholeNumber({ least: 1, most: 1e12 }))
    .requiredOption('--account <ID>', 'the account of the payment', parseValue)
    .requiredOption('--reference <TEXT>', "the merchant's reference for it", parseValue)
    .option('--phone-number <NUMBER>', `if the file has none, the other party’s: ${phoneNumberForm}`, parseValue)
    .option('--refund-of <REFERENCE>', 'the refunded collection, by reference or id', parseValue)
    .option('--another-than <ID>', anotherThanHelp, parseEach)
  attributed(command, 'needed')
    .addHelpText('after', afterHelp)
    .action((runId: string, { phoneNumber: phone, ...given }: Given) =>
      context.answer(async (store) => {
        const phoneNumber = phone === undefined ? undefined : await phoneNumberGiven(command, phone, store.market)
        return answer(runId, { ...given, ...(phoneNumber !== undefined && { phoneNumber }) }, store, context)
      }),
    )
}

const afterHelp = `
The merchant knows the reference: it prevents the same payment from being made
again. If it is no longer known, use one of your own, such as lost-1234, and ask
the merchant not to repeat the payment.

For a refund, name the refunded collection: otherwise all of it could be
refunded once more.

A payout is refused if the account's balance is too low for it: first record the
other missing entries, such as fundings and collections.

Example:
  sente reconcile record 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --entry 317 \\
      --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --reference order-1234 \\
      --because "lost by the restore of 2 March"`

function answer(
  runId: string,
  { entry: item, account: accountId, reference, phoneNumber, refundOf, anotherThan, ...who }: Given,
  store: Parameters<Parameters<CommandContext['answer']>[0]>[0],
  context: CommandContext,
) {
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
