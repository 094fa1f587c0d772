import type { Command } from 'commander'
import { changeAnswer } from '../action/proposal/view.ts'
import type { CommandContext } from '../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { amountForm, amountGiven, parseValue } from '../program/values.ts'
import { shownAccount } from './view.ts'

type Given = { readonly reference: string; readonly because: string } & GivenAttribution

/** Adds `account withdraw`. */
export function accountWithdraw(group: Command, context: CommandContext): void {
  const command = group
    .command('withdraw')
    .summary("take money out of an account's balance")
    .description(
      "Takes an amount out of an account's available balance, back to the operator's funding account in the ledger. " +
        'It records money that you no longer hold for the merchant; it moves no money at a bank or network. Money held ' +
        'for open payouts stays. A closed account may be withdrawn from.',
    )
    .argument('<ID>', 'the account')
    .argument('<CURRENCY>', 'the currency, such as UGX, even if it is no longer configured')
    .argument('<AMOUNT>', amountForm)
    .requiredOption('--reference <REFERENCE>', 'your name for this withdrawal: 1 to 100 visible characters', parseValue)
  attributed(command, 'needed')
    .addHelpText('after', afterHelp)
    .action((accountId: string, currency: string, written: string, given: Given) => {
      const amount = amountGiven(command, { amount: written, currency })
      return context.answer(async (store) => {
        const request = { accountId, currency, amount, reference: given.reference }
        const change = { kind: 'account.withdraw', request } as const
        return changeAnswer(store, { change, ...attributionOf(given, context) }, () => shownAccount(accountId, store))
      })
    })
}

const afterHelp = `
Safe to repeat: a reference can be used once for the account, by its fundings
and withdrawals. The same command again changes nothing and prints the account;
the same reference with another amount or currency is refused. If you do not
know whether it went through, repeat it.

Example:
  sente account withdraw 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX 250000 \\
      --reference payback-2026-01 --because "paid back to the merchant's bank"`
