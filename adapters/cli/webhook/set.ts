import { type Command, Option } from 'commander'
import { changeEndpoint, type EventType, isRefusal } from '../../../core/sente.ts'
import { endpointForOperators } from '../../formats/endpoint.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandContext } from '../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { parseValue } from '../program/values.ts'
import { forEndpoint, readUrl } from './forEndpoint.ts'
import { endpointText, parseTypes } from './view.ts'

type Given = {
  readonly url?: string
  readonly type?: readonly (EventType | '*')[]
  readonly enabled?: 'on' | 'off'
} & GivenAttribution

/** Adds `webhook set`. */
export function webhookSet(group: Command, context: CommandContext): void {
  const command = group
    .command('set')
    .summary('set URL or types of an endpoint, or switch it on or off')
    .description('Sets the given values and leaves the rest unchanged; at least one option is required.')
    .argument('<ID>', 'the account')
    .argument('<ENDPOINT_ID>', 'the endpoint, from sente webhook list')
    .option('--url <URL>', 'the URL that receives events from now on', parseValue)
    .option('--type <TYPE>', 'the only types that it receives; may be repeated; * stands for all', parseTypes)
    .addOption(new Option('--enabled <SWITCH>', 'whether events are sent to it').choices(['on', 'off']))
  attributed(command)
    .addHelpText('after', afterHelp)
    .action((account: string, endpoint: string, { url, type, enabled, ...given }: Given, command: Command) => {
      if (!url && !type && !enabled) command.error('expected --url, --type or --enabled')
      const settings = {
        ...(type && { types: type }),
        ...(enabled && { enabled: enabled === 'on' }),
      }
      return context.answer(
        forEndpoint(
          { account, endpoint, who: attributionOf(given, context) },
          async (request, { store, tools }) => {
            const read = url === undefined ? {} : readUrl(url, tools)
            if (isRefusal(read)) return read
            return changeEndpoint(store)({ ...request, settings: { ...settings, ...read } })
          },
          (changed, { store }) => ({
            json: endpointForOperators(changed),
            text: endpointText(changed, todayOf(store).days),
          }),
        ),
      )
    })
}

const afterHelp = `
An endpoint that is switched on again continues with the first undelivered
event. Safe to repeat.

Examples:
  sente webhook set 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      0198c5d4-2a6f-7e01-8b7c-6d5e4f3a2b1c --enabled on
  sente webhook set 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      0198c5d4-2a6f-7e01-8b7c-6d5e4f3a2b1c --url https://duka.example/other`
