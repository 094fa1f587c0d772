import type { Command } from 'commander'
import {
  approveProposal,
  findProposal,
  isRefusal,
  listProposals,
  type MadeChange,
  rejectProposal,
} from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { lines } from '../../output/output.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseName, wholeNumber } from '../../program/values.ts'
import { decidedAnswer, proposalJson, proposalTable, proposalText, scopeOf } from './view.ts'

const parseNumber = wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER })

/** Adds `sente proposal`. */
export function proposalCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('proposal')
    .summary('changes that wait for a second person')
    .description(
      'Changes that need two people by SENTE_FOUR_EYES wait as proposals until another person approves them, for ' +
        'a day. docs/operating/four-eyes.md explains it.',
    )
  group
    .command('list')
    .summary('list the waiting proposals')
    .description('Lists the waiting proposals, oldest first. Ended ones are in sente action list.')
    .addHelpText('after', '\nExample:\n  sente proposal list')
    .action(() =>
      context.answer(async (store) => {
        const proposals = await listProposals(store)()
        return { json: { proposals: proposals.map(proposalJson) }, text: proposalTable(proposals, todayOf(store).days) }
      }),
    )
  group
    .command('show')
    .summary('show a proposal and its state')
    .description(
      'Shows the proposed change, its author and reason, and whether it was approved or rejected, or has expired.',
    )
    .argument('<NUMBER>', 'the proposal', parseNumber)
    .addHelpText('after', '\nExample:\n  sente proposal show 17')
    .action((proposal: number) => context.answer((store) => show(proposal, store)))
  proposalApprove(group, context)
  proposalReject(group, context)
}

function proposalApprove(group: Command, context: CommandContext): void {
  group
    .command('approve')
    .summary('make a change that another person has proposed')
    .description(
      'Makes a change exactly as it was proposed, once, and records both people. If the change is refused, for ' +
        'example because the balance is now too low, nothing is changed and the proposal stays open.',
    )
    .argument('<NUMBER>', 'the proposal', parseNumber)
    .option('--by <NAME>', 'who approves it; by default SENTE_OPERATOR, or the user of the operating system', parseName)
    .addHelpText('after', afterApprove)
    .action((proposal: number, given: GivenAttribution) =>
      context.answer(async (store) => {
        const { by } = attributionOf(given, context)
        const made = await approveProposal(store)({ proposal, by })
        return isRefusal(made) ? made : approved(proposal, made, store)
      }),
    )
}

const afterApprove = `
The author of a proposal can't approve it. If the change makes a key, it is printed
here, once, and never shown again.

Example:
  sente proposal approve 17`

function proposalReject(group: Command, context: CommandContext): void {
  const command = group
    .command('reject')
    .summary('end a proposal without its change')
    .description('Ends a proposal, so that it can no longer be approved. Its author may do so, too.')
    .argument('<NUMBER>', 'the proposal', parseNumber)
  attributed(command, 'needed')
    .addHelpText('after', '\nExample:\n  sente proposal reject 17 --because "the transfer has not arrived"')
    .action((proposal: number, given: GivenAttribution) =>
      context.answer(async (store) => {
        const rejected = await rejectProposal(store)({ proposal, ...attributionOf(given, context) })
        if (isRefusal(rejected)) return rejected
        return { json: proposalJson(rejected.proposal), text: proposalText(rejected.proposal, todayOf(store).days) }
      }),
    )
}

async function show(number: number, store: CliStore): Promise<CommandAnswer | Refused> {
  const found = await findProposal(store)({ proposal: number })
  if (isRefusal(found)) return found
  const scope = await scopeOf(store, found.proposal)
  return {
    json: { ...proposalJson(found.proposal), ...scope?.json },
    text: proposalText(found.proposal, todayOf(store).days) + (scope ? `\n${scope.text}` : ''),
  }
}

async function approved(
  number: number,
  { made, rotated, decided }: MadeChange,
  store: CliStore,
): Promise<CommandAnswer | Refused> {
  const shown = await show(number, store)
  if ('refused' in shown) return shown
  if (decided) {
    const { json, text, ...rest } = decidedAnswer({ made, decided })
    return { json: { ...shown.json, ...json }, text: `${shown.text}\n${text}`, ...rest }
  }
  if (!rotated) return shown
  const { keyId, key } = rotated
  const keys = lines([
    ['Key id', keyId],
    ['Key', key],
  ])
  const text = `${shown.text}\n${keys}\nKeep the key now: it is not shown again.\n`
  return { json: { ...shown.json, key_id: keyId, key }, text }
}
