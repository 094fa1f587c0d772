import type { Command } from 'commander'
import { activateCurrency, closeAccount, deactivateCurrency } from '../../../core/sente.ts'
import { withHistory } from '../action/view.ts'
import type { CommandContext } from '../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { accountCreate } from './create.ts'
import { accountFund } from './fund.ts'
import { accountLimits } from './limits.ts'
import { accountList } from './list.ts'
import { accountSet } from './set.ts'
import { accountAnswer, shownAccount } from './view.ts'
import { accountWithdraw } from './withdraw.ts'

/** The commands for accounts: `sente account …`. */
export function accountCommands(program: Command, context: CommandContext): void {
  const group = program.command('account').description("Manages merchants' accounts.")
  accountCreate(group, context)
  accountList(group, context)
  accountShow(group, context)
  accountSet(group, context)
  accountActivate(group, context)
  accountDeactivate(group, context)
  accountFund(group, context)
  accountWithdraw(group, context)
  accountLimits(group, context)
  accountClose(group, context)
}

function accountShow(group: Command, context: CommandContext) {
  group
    .command('show')
    .summary('show an account with its balances and keys')
    .description(
      'Shows an account: its settings, the number of wrong PINs in 24 hours (ten means ten or more), the time until  ' +
        'which they lock the PIN, its balances in each currency, and the ids of its keys. The keys themselves and the PIN are ' +
        'not stored and cannot be shown.',
    )
    .argument('<ID>', 'the account')
    .option('--history', "with the operators' changes of it, and the reasons")
    .addHelpText('after', afterShow)
    .action((accountId: string, { history }: { readonly history?: true }) =>
      context.answer(async (store) => {
        const answer = await shownAccount(accountId, store)
        return 'refused' in answer || !history ? answer : withHistory(answer, { store, accountId })
      }),
    )
}

const afterShow = `
Examples:
  sente account show 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente account show 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --history`

function accountActivate(group: Command, context: CommandContext) {
  const command = group
    .command('activate')
    .summary('let an account use a currency')
    .description('Lets an account send and collect money in a currency. Repeating it changes nothing.')
    .argument('<ID>', 'the account')
    .argument('<CURRENCY>', 'a currency of the configuration, such as UGX')
  attributed(command)
    .addHelpText('after', '\nExample:\n  sente account activate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX')
    .action((accountId: string, currency: string, given: GivenAttribution) =>
      context.answer(async (store) =>
        accountAnswer(await activateCurrency(store)({ accountId, currency, ...attributionOf(given, context) }), store),
      ),
    )
}

function accountDeactivate(group: Command, context: CommandContext) {
  const command = group
    .command('deactivate')
    .summary('stop an account from using a currency')
    .description(
      'Refuses new transactions of an account in a currency. Its balance stays, and its open transactions are still ' +
        'followed up. Repeating it changes nothing.',
    )
    .argument('<ID>', 'the account')
    .argument('<CURRENCY>', 'an activated currency, such as UGX')
  attributed(command)
    .addHelpText('after', '\nExample:\n  sente account deactivate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX')
    .action((accountId: string, currency: string, given: GivenAttribution) =>
      context.answer(async (store) =>
        accountAnswer(
          await deactivateCurrency(store)({ accountId, currency, ...attributionOf(given, context) }),
          store,
        ),
      ),
    )
}

function accountClose(group: Command, context: CommandContext) {
  const command = group
    .command('close')
    .summary('close an account')
    .description(
      'Closes an account to its keys: from then on every request of the merchant is refused. Its balance stays, and ' +
        'its open transactions are still followed up. No command opens it again. Repeating it changes nothing.',
    )
    .argument('<ID>', 'the account')
  attributed(command)
    .addHelpText('after', '\nExample:\n  sente account close 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d')
    .action((accountId: string, given: GivenAttribution) =>
      context.answer(async (store) =>
        accountAnswer(await closeAccount(store)({ accountId, ...attributionOf(given, context) }), store),
      ),
    )
}
