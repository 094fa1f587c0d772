import type { Command } from 'commander'
import {
  type Attribution,
  eventIdOf,
  isRefusal,
  readEvents,
  redeliverEvent,
  redeliverFrom,
  refuseAttribution,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../../core/sente.ts'
import { endpointForOperators } from '../../formats/endpoint.ts'
import type { CommandContext } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { wholeNumber } from '../program/values.ts'
import { webhookAdd } from './add.ts'
import { forAccount, forEndpoint } from './forEndpoint.ts'
import { webhookSet } from './set.ts'
import { webhookList, webhookShow } from './show.ts'
import { webhookTest } from './test.ts'
import { secretAnswer } from './view.ts'

/** The commands for webhook endpoints: `sente webhook …`. */
export function webhookCommands(program: Command, context: CommandContext): void {
  const group = program.command('webhook').description("Manages the endpoints that receive merchants' events.")
  webhookAdd(group, context)
  webhookList(group, context)
  webhookShow(group, context)
  webhookSet(group, context)
  webhookRotate(group, context)
  webhookTest(group, context)
  webhookRedeliver(group, context)
  webhookRemove(group, context)
}

function webhookRotate(group: Command, context: CommandContext) {
  const command = group
    .command('rotate')
    .summary("rotate an endpoint's secret and print the new one, once")
    .description(
      'Makes another secret for an endpoint and prints it; it is never shown again. For 24 hours messages are signed ' +
        'by the old one, too, so that the merchant can put the new one in place.',
    )
    .argument('<ID>', 'the account')
    .argument('<ENDPOINT_ID>', 'the endpoint, from sente webhook list')
  attributed(command)
    .addHelpText('after', afterRotateHelp)
    .action((account: string, endpoint: string, given: GivenAttribution) =>
      context.answer(
        forEndpoint(
          { account, endpoint, who: attributionOf(given, context) },
          (request, { store }) => rotateEndpointSecret(store)(request),
          (rotated, { store, tools }) => secretAnswer(rotated, store, tools),
        ),
      ),
    )
}

const afterRotateHelp = `
Do not repeat the command blindly: only the last two secrets sign.

Example:
  sente webhook rotate 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      0198c5d4-2a6f-7e01-8b7c-6d5e4f3a2b1c`

function webhookRedeliver(group: Command, context: CommandContext) {
  const command = group
    .command('redeliver')
    .summary('deliver an event again, or all events from one on')
    .description(
      'Makes the server deliver an event of an account again, to all of its endpoints, even if it was delivered before; ' +
        'or every event from a sequence on to one endpoint.',
    )
    .argument('<ID>', 'the account; with --from, the endpoint')
    .argument('[EVENT]', 'the id of the event, or its sequence; none with --from')
    .option(
      '--from <SEQUENCE>',
      'the first event that the endpoint receives again',
      wholeNumber({ least: 1, most: 999_999_999_999_999 }),
    )
  attributed(command)
    .addHelpText('after', afterRedeliverHelp)
    .action((id: string, event: string | undefined, { from, ...given }: RedeliveryOptions) => {
      if ((event === undefined) !== (from !== undefined)) command.error(eventOrFrom)
      const who = attributionOf(given, context)
      return context.answer(from === undefined ? redeliverOne(id, event ?? '', who) : redeliverAll(id, from, who))
    })
}

type RedeliveryOptions = GivenAttribution & { readonly from?: number }

const eventOrFrom = 'error: name an event of an account, or an endpoint and --from'

const afterRedeliverHelp = `
Safe to repeat: the event's id shows the merchant that it is the same.

Examples:
  sente webhook redeliver 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d 42
  sente webhook redeliver 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      0198c5d6-4c3b-7000-8a01-2b3c4d5e6f70
  sente webhook redeliver 0198c5d4-2a6f-7e01-8b7c-6d5e4f3a2b1c --from 42`

function redeliverOne(account: string, event: string, who: Attribution) {
  return forAccount({ account, event, who }, async ({ caller, store }) => {
    const eventId = await eventIdFor(event, account, store)
    const done = await redeliverEvent(store)({ caller, eventId })
    if ('refused' in done) return done
    return { json: { endpoints: done.endpoints }, text: redeliveredText(done.endpoints) }
  })
}

function redeliverAll(endpointId: string, from: number, who: Attribution) {
  return async (store: CliStore) => {
    const refusal = refuseAttribution(who)
    if (refusal) return refusal
    const done = await redeliverFrom(store)({ endpointId, from, who })
    if ('refused' in done) return { refused: done.refused, message: `There is no webhook endpoint ${endpointId}` }
    const { endpoint, events } = done
    const off = endpoint.disabledBecause === null ? '' : ' once it is switched on'
    const text = `The server delivers ${events === 1 ? 'one event' : `${events} events`} to it${off}.\n`
    return { json: { ...endpointForOperators(endpoint), events }, text }
  }
}

/** The id of an event that is named by its sequence. Anything else already is an id. */
async function eventIdFor(event: string, accountId: string, { books }: CliStore): Promise<string> {
  if (!/^[1-9][0-9]{0,14}$/.test(event)) return event
  const stretch = await readEvents({ books })({ accountId, after: Number(event) - 1, limit: 1 })
  const [found] = isRefusal(stretch) ? [] : stretch.events
  return found ? eventIdOf(found.event) : event
}

function redeliveredText(endpoints: number): string {
  if (endpoints === 0) return 'The account has no webhook endpoints: nothing is delivered.\n'
  return `The server delivers it again, to ${endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`}.\n`
}

function webhookRemove(group: Command, context: CommandContext) {
  const command = group
    .command('remove')
    .summary('remove an endpoint')
    .description('Removes an endpoint and the list of its deliveries. Events that wait for it are not sent.')
    .argument('<ID>', 'the account')
    .argument('<ENDPOINT_ID>', 'the endpoint, from sente webhook list')
  attributed(command)
    .addHelpText('after', afterRemoveHelp)
    .action((account: string, endpoint: string, given: GivenAttribution) =>
      context.answer(
        forEndpoint(
          { account, endpoint, who: attributionOf(given, context) },
          (request, { store }) => removeEndpoint(store)(request),
          (removed) => ({ json: endpointForOperators(removed), text: `Endpoint ${removed.id} is removed.\n` }),
        ),
      ),
    )
}

const afterRemoveHelp = `
To stop deliveries for a while: sente webhook set --enabled off, which loses
nothing.

Example:
  sente webhook remove 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      0198c5d4-2a6f-7e01-8b7c-6d5e4f3a2b1c`
