import type { Command } from 'commander'
import { addEndpoint, type EventType, isRefusal } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { forAccount, readUrl } from './forEndpoint.ts'
import { parseTypes, secretAnswer, typesText } from './view.ts'

type Given = { readonly type?: readonly (EventType | '*')[] } & GivenAttribution

/** Adds `webhook add`. */
export function webhookAdd(group: Command, context: CommandContext): void {
  const command = group
    .command('add')
    .summary('add an endpoint and print its secret, once')
    .description(
      'Adds an endpoint to an account, which receives its events from now on, and prints the secret that signs its messages; ' +
        'it is never shown again. An account can have five endpoints.',
    )
    .argument('<ID>', 'the account')
    .argument(
      '<URL>',
      'the URL that receives events: https, on the public internet, port 443 or 8443; in a sandbox also on this machine',
    )
    .option('--type <TYPE>', 'only events of this type; may be repeated; all by default', parseTypes)
  attributed(command)
    .addHelpText('after', afterHelp)
    .action((account: string, url: string, { type = ['*'], ...given }: Given) =>
      context.answer(
        forAccount({ account, who: attributionOf(given, context) }, async ({ caller, store, tools }) => {
          const read = readUrl(url, tools)
          if (isRefusal(read)) return read
          const added = await addEndpoint(store)({ caller, settings: { ...read, types: type } })
          return isRefusal(added) ? added : secretAnswer(added.endpoint, store, tools)
        }),
      ),
    )
}

const afterHelp = `
Types:
${typesText}
Do not repeat the command blindly: every run adds another endpoint.

Examples:
  sente webhook add 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d https://duka.example/
  sente webhook add 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      https://duka.example/hooks --type payout.succeeded --type payout.failed`
