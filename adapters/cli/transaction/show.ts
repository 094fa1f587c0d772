import type { Command } from 'commander'
import { findTransaction, findTransactionByReference } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { transactionAnswer } from './view.ts'

type Options = { readonly account?: string; readonly reference?: string }
type Query = { readonly transactionId: string } | { readonly accountId: string; readonly reference: string }

/** Adds `transaction show`. */
export function transactionShow(group: Command, context: CommandContext): void {
  group
    .command('show')
    .summary('show a transaction')
    .description(
      "Shows a transaction with its annotations, found by its id, or by its account and the merchant's reference.",
    )
    .argument('[ID]', 'the transaction')
    .option('--account <ID>', 'the account of the reference')
    .option('--reference <REFERENCE>', "the merchant's reference, unique within the account")
    .addHelpText('after', afterHelp)
    .action((id: string | undefined, options: Options, command: Command) => {
      const query = queryOf(id, options) ?? command.error('expected ID alone, or --account and --reference without it')
      const { paint } = context
      return context.answer(async (store) => transactionAnswer(await find(query, store), paint))
    })
}

const afterHelp = `
States: submitting (recorded; the network has not answered yet, or its answer
was lost), pending (the network has it), succeeded and failed (both final).

Examples:
  sente transaction show 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente transaction show --account 0198c5d1-1111-7c3a-9f00-3d2a5e6b7c8d \\
      --reference order-1`

function queryOf(id: string | undefined, { account, reference }: Options): Query | undefined {
  if (id !== undefined) return account === undefined && reference === undefined ? { transactionId: id } : undefined
  return account !== undefined && reference !== undefined ? { accountId: account, reference } : undefined
}

function find(query: Query, store: CliStore) {
  return 'transactionId' in query ? findTransaction(store)(query) : findTransactionByReference(store)(query)
}
