import type { Command } from 'commander'
import { findCase, findTransactionAtNetwork, findTransactionByReference, isRefusal } from '../../../core/sente.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandContext } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { parseValue } from '../program/values.ts'
import { transactionAnswer } from './view.ts'

type Options = {
  readonly account?: string
  readonly reference?: string
  readonly providerId?: string
  readonly providerRef?: string
}

/** The ways to find a transaction. */
type Query =
  | { readonly transactionId: string }
  | { readonly accountId: string; readonly reference: string }
  | { readonly by: 'providerId' | 'providerRef'; readonly id: string }

/** Adds `transaction show`. */
export function transactionShow(group: Command, context: CommandContext): void {
  group
    .command('show')
    .summary('show a transaction and its history')
    .description(
      'Shows a transaction and its history: the requests to its network and the answers, decisions, and ' +
        "the deliveries to its merchant. It is found by its id, by its account and the merchant's reference, or by an id of the network.",
    )
    .argument('[ID]', 'the transaction')
    .option('--account <ID>', 'the account of the reference')
    .option('--reference <REFERENCE>', "the merchant's reference, unique within the account")
    .option('--provider-id <ID>', 'the id under which it was sent to its network', parseValue)
    .option('--provider-ref <REF>', "the network's own id for it", parseValue)
    .addHelpText('after', afterHelp)
    .action((id: string | undefined, options: Options, command: Command) => {
      const query = queryOf(id, options) ?? command.error(expected)
      const { paint } = context
      return context.answer(async (store) => {
        const transactionId = await find(query, store)
        return transactionAnswer(
          typeof transactionId === 'string' ? await findCase(store)({ transactionId }) : transactionId,
          { paint, days: todayOf(store).days },
        )
      })
    })
}

const expected = 'expected ID alone, or --account and --reference, --provider-id, or --provider-ref without it'

const afterHelp = `
States: submitting (recorded; the network has not answered yet, or its answer
was lost), pending (the network has it), succeeded and failed (both final).

The network's answers are shown as far as they are stored: for 90 days, without
PINs, tokens, names, and phone numbers other than the transaction's.

Examples:
  sente transaction show 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente transaction show --account 0198c5d1-1111-7c3a-9f00-3d2a5e6b7c8d \\
      --reference order-1
  sente transaction show --provider-ref 13502837451`

function queryOf(id: string | undefined, options: Options): Query | undefined {
  const { account: accountId, reference, providerId, providerRef } = options
  const ofMerchant = accountId !== undefined && reference !== undefined
  const queries: readonly (Query | undefined)[] = [
    id === undefined ? undefined : { transactionId: id },
    ofMerchant ? { accountId, reference } : undefined,
    providerId === undefined ? undefined : { by: 'providerId', id: providerId },
    providerRef === undefined ? undefined : { by: 'providerRef', id: providerRef },
  ]
  const [query, ...others] = queries.filter((one) => one !== undefined)
  const isHalf = !ofMerchant && (accountId ?? reference) !== undefined
  return others.length > 0 || isHalf ? undefined : query
}

async function find(query: Query, store: CliStore) {
  if ('transactionId' in query) return query.transactionId
  const found =
    'reference' in query ? await findTransactionByReference(store)(query) : await findTransactionAtNetwork(store)(query)
  return isRefusal(found) ? found : found.transaction.id
}
