import type { Command } from 'commander'
import { findEndpoint, isRefusal, listAttempts, listEndpoints, listFailingEndpoints } from '../../../core/sente.ts'
import { attemptData, endpointForOperators } from '../../formats/endpoint.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandContext } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { wholeNumber } from '../program/values.ts'
import { forAccount, forEndpoint } from './forEndpoint.ts'
import { attemptTable, endpointTable, endpointText, failingTable } from './view.ts'

/** Adds `webhook list`. */
export function webhookList(group: Command, context: CommandContext): void {
  const command = group
    .command('list')
    .summary('list the endpoints of an account, or the failing ones')
    .description(
      'Lists the endpoints of an account, oldest first, and whether they are enabled; or the endpoints of all accounts that accept ' +
        'no events, longest failing first.',
    )
    .argument('[ID]', 'the account; none with --failing')
    .option('--failing', 'the endpoints of all accounts that fail, are gone, or were switched off for failing')
    .option('--limit <N>', 'how many failing ones at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 100)
    .addHelpText('after', afterListHelp)
    .action((account: string | undefined, { failing, limit }: { readonly failing?: true; readonly limit: number }) => {
      if ((account === undefined) !== (failing === true)) command.error(accountOrFailing)
      return context.answer(account === undefined ? listFailing(limit) : listOfAccount(account, context))
    })
}

const accountOrFailing = 'error: name an account, or --failing for the endpoints of all accounts that accept no events'

const afterListHelp = `
Examples:
  sente webhook list 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente webhook list --failing`

function listOfAccount(account: string, { operator }: CommandContext) {
  return forAccount({ account, who: { by: operator } }, async ({ caller, store }) => {
    const listed = await listEndpoints(store)({ caller })
    if (isRefusal(listed)) return listed
    const { endpoints } = listed
    return { json: { webhook_endpoints: endpoints.map(endpointForOperators) }, text: endpointTable(endpoints) }
  })
}

function listFailing(limit: number) {
  return async (store: CliStore) => {
    const { endpoints } = await listFailingEndpoints(store)({ limit })
    const json = endpoints.map(({ endpoint, failingMs }) => ({
      ...endpointForOperators(endpoint),
      failing_seconds: failingMs === null ? null : Math.floor(failingMs / 1_000),
    }))
    return { json: { webhook_endpoints: json }, text: failingTable(endpoints) }
  }
}

/** Adds `webhook show`. */
export function webhookShow(group: Command, context: CommandContext): void {
  group
    .command('show')
    .summary('show an endpoint with its latest deliveries')
    .description(
      'Shows an endpoint, and the latest attempts to deliver to it, newest first: of the last 30 days. In JSON each has ' +
        "the beginning of the endpoint's answer.",
    )
    .argument('<ID>', 'the account')
    .argument('<ENDPOINT_ID>', 'the endpoint, from sente webhook list')
    .option('--limit <N>', 'how many deliveries at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 10)
    .addHelpText('after', afterShowHelp)
    .action((account: string, endpoint: string, { limit }: { readonly limit: number }) =>
      context.answer(
        forEndpoint(
          { account, endpoint, who: { by: context.operator } },
          (request, { store }) => findEndpoint(store)(request),
          async (found, { caller, store }) => {
            const listed = await listAttempts(store)({ caller, endpointId: found.id, limit })
            if (isRefusal(listed)) return listed
            const { attempts } = listed
            const { days } = todayOf(store)
            return {
              json: { ...endpointForOperators(found), deliveries: attempts.map(attemptData) },
              text: `${endpointText(found, days)}\n${attemptTable(attempts, days, context.paint)}`,
            }
          },
        ),
      ),
    )
}

const afterShowHelp = `
Example:
  sente webhook show 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      0198c5d4-2a6f-7e01-8b7c-6d5e4f3a2b1c --limit 50`
