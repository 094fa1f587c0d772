import type { Command } from 'commander'
import { isRefusal, listAccounts } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import { parseValue, wholeNumber } from '../program/values.ts'
import { accountsAnswer } from './view.ts'

type Given = { readonly name?: string; readonly before?: string; readonly limit: number }

/** Adds `account list`. */
export function accountList(group: Command, context: CommandContext): void {
  group
    .command('list')
    .summary('list accounts, newest first')
    .description(
      'Lists accounts, newest first, closed ones too. If there are more than the limit, it shows how to continue; in ' +
        'JSON each account is as in account show, and next is the value for --before, or null at the end.',
    )
    .option('--name <TEXT>', 'only accounts with this text in their name, in upper or lower case', parseValue)
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .option('--before <ID>', 'only accounts made before this one', parseValue)
    .addHelpText('after', '\nExamples:\n  sente account list\n  sente account list --name duka --json')
    .action((given: Given) =>
      context.answer(async (store) => {
        const page = await listAccounts(store)(given)
        return isRefusal(page) ? page : accountsAnswer(page)
      }),
    )
}
