import type { Command } from 'commander'
import { changeAnswer } from '../action/proposal/view.ts'
import type { CommandContext } from '../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { amountForm, amountGiven, parseValue } from '../program/values.ts'
import { shownAccount } from './view.ts'

type Given = { readonly reference: string } & GivenAttribution

/** Adds `account fund`. */
export function accountFund(group: Command, context: CommandContext): void {
  const command = group
    .command('fund')
    .summary("put money into an account's balance")
    .description(
      "Adds an amount to an account's available balance, taken from the operator's funding account in the ledger. " +
        'It records money that you hold for the merchant; it moves no money at a bank or network.',
    )
    .argument('<ID>', 'the account')
    .argument('<CURRENCY>', 'a currency of the configuration, such as UGX')
    .argument('<AMOUNT>', amountForm)
    .requiredOption('--reference <REFERENCE>', 'your name for this funding: 1 to 100 visible characters', parseValue)
  attributed(command)
    .addHelpText('after', afterHelp)
    .action((accountId: string, currency: string, written: string, given: Given) => {
      const amount = amountGiven(command, { amount: written, currency })
      return context.answer(async (store) => {
        const request = { accountId, currency, amount, reference: given.reference }
        const change = { kind: 'account.fund', request } as const
        return changeAnswer(store, { change, ...attributionOf(given, context) }, () => shownAccount(accountId, store))
      })
    })
}

const afterHelp = `
Safe to repeat: a reference can be used once for the account. The same command
again changes nothing and prints the account; the same reference with another
amount or currency is refused. If you do not know whether it went through,
repeat it.

Example:
  sente account fund 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX 1000000 \\
      --reference float-2026-01`
