import type { Command } from 'commander'
import {
  assessChannels,
  type ChannelDecision,
  findNetwork,
  isRefusal,
  listChannels,
  pauseNetwork,
  resumeNetwork,
} from '../../../core/sente.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { channelJson, channelTable, stopJson, stopTable } from './view.ts'

type Given = {
  readonly payouts?: true
  readonly collections?: true
  readonly currency?: string
  readonly because: string
} & GivenAttribution

/** How many of the latest stops are shown. */
const shownStops = 20

/** Adds `sente network`. */
export function networkCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('network')
    .summary('the state of payments over the networks')
    .description(
      'Payouts and collections over a network can be paused separately. The gateway stops them by itself when ' +
        'the network refuses our access, or the PIN of our wallet, and so every payment. While they are ' +
        'stopped each is refused before anything is recorded or sent (500 network_unavailable), and its reference stays ' +
        'free; open payments are followed up as always. docs/operating/networks.md explains it.',
    )
  group
    .command('list')
    .summary('list the networks and whether payments over them are accepted')
    .description(
      'Lists payouts and collections over each network, with the reasons why they are stopped. slow and unreachable are ' +
        'concluded from the answers to the payments of the last five minutes.',
    )
    .addHelpText('after', '\nExample:\n  sente network list')
    .action(() => context.answer(list))
  group
    .command('show')
    .summary('show a network with its stops')
    .description(`Shows payouts and collections over a network, and the latest ${shownStops} stops of them.`)
    .argument('<NAME>', 'the network, as in the configuration, such as MTN')
    .addHelpText('after', '\nExample:\n  sente network show MTN')
    .action((name: string) => context.answer((store) => show(name, store)))
  decision(group.command('pause').summary('stop payments over a network'), context, {
    description:
      'Refuses payments over a network from the next one on, on all servers, until they are resumed. Open payments are ' +
      'followed up. Use it when repeating makes things worse, or before work on the network or its portal.',
    example: 'sente network pause MTN --payouts --because "their portal shows doubles, ticket 4711"',
    done: 'Payments are refused from now on',
    decide: pauseNetwork,
  })
  decision(group.command('resume').summary('resume payments over a network'), context, {
    description:
      'Accepts payments over a network again, from the next one on, whatever has stopped them: a pause, refused access, or ' +
      'a wrong PIN of the wallet. Set the right PIN first: one more wrong one may bar the wallet.',
    example: 'sente network resume AIRTEL --because "the PIN was set again in the portal and here"',
    done: 'Payments are accepted again',
    decide: resumeNetwork,
  })
}

type Deciding = {
  readonly description: string
  readonly example: string
  readonly done: string
  readonly decide: (store: CliStore) => ReturnType<typeof pauseNetwork>
}

function decision(command: Command, context: CommandContext, { description, example, done, decide }: Deciding): void {
  const described = command
    .description(description)
    .argument('<NAME>', 'the network, as in the configuration, such as MTN')
    .option('--payouts', 'payouts alone')
    .option('--collections', 'collections alone')
    .option('--currency <CODE>', 'only in this currency')
  attributed(described, 'needed')
    .addHelpText('after', `\nExample:\n  ${example}`)
    .action((network: string, given: Given) =>
      context.answer(async (store) => {
        const decided = await decide(store)(decisionOf(network, given, context))
        if (isRefusal(decided)) return decided
        return {
          json: { stops: decided.stops.map(stopJson) },
          text: `${done}\n\n${stopTable(decided.stops, todayOf(store).days)}`,
        }
      }),
    )
}

/** Both options together mean both kinds, and so does neither. */
function decisionOf(
  network: string,
  { payouts, collections, currency, because, by }: Given,
  context: CommandContext,
): ChannelDecision {
  const isBoth = payouts === collections
  return {
    network,
    ...attributionOf({ by }, context),
    because,
    ...(!isBoth && { kind: payouts ? ('payout' as const) : ('collection' as const) }),
    ...(currency !== undefined && { currency }),
  }
}

async function list(store: CliStore): Promise<CommandAnswer> {
  const channels = await assessChannels(store)({ channels: await listChannels(store)() })
  return { json: { networks: channels.map(channelJson) }, text: channelTable(channels, todayOf(store).days) }
}

async function show(network: string, store: CliStore): Promise<CommandAnswer | Refused> {
  const found = await findNetwork(store)({ network, limit: shownStops })
  if (isRefusal(found)) return found
  const { stops } = found
  const channels = await assessChannels(store)(found)
  const history = stops.length === 0 ? '\nIt has never been stopped.\n' : `\n${stopTable(stops, todayOf(store).days)}`
  return {
    json: { networks: channels.map(channelJson), stops: stops.map(stopJson) },
    text: channelTable(channels, todayOf(store).days) + history,
  }
}
