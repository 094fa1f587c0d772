import type { Command } from 'commander'
import {
  beginQuarantine,
  endQuarantine,
  isRefusal,
  listQuarantines,
  listReconciliations,
  type QuarantineDecision,
} from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { confirmedJson, confirmedTable } from '../../money/reconcile/view.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { quarantineJson, quarantineText } from './view.ts'

type Given = { readonly because: string } & GivenAttribution

/** Adds `sente quarantine`. */
export function quarantineCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('quarantine')
    .summary('books that may lack payments')
    .description(
      'A restored database may lack payments: their references look free, and paying them again would pay twice. ' +
        'So restored books are quarantined: every payment is refused (503 quarantined) until an operator has compared ' +
        'them with the networks. docs/backups/comparing.md explains how.',
    )
  group
    .command('show')
    .summary('show whether the books are quarantined')
    .description('Shows the time and reason of the quarantine, how far behind the books are, and earlier quarantines.')
    .addHelpText('after', '\nExamples:\n  sente quarantine show\n  sente quarantine show --json')
    .action(() => context.answer(show))
  decision(group.command('end').summary('accept payments again'), context, {
    description:
      'Ends the quarantine, and records the author and the reason. From then on payments are accepted, without a restart. First ' +
      'compare the books with the networks: a payment that is missing in the books is paid again when its merchant repeats it.',
    example: 'sente quarantine end --because "compared with both portals, ticket 4711"',
    decide: (store) => endQuarantine(store),
  })
  decision(group.command('begin').summary('refuse payments'), context, {
    description:
      'Quarantines the books after an event that sente cannot detect: the whole machine or disk was restored to an earlier state, ' +
      'with the high-water mark. Begin it before the server is started.',
    example: 'sente quarantine begin --because "the disk was set back to the snapshot of 02:00"',
    decide: (store) => beginQuarantine(store),
  })
}

type Decision = {
  readonly description: string
  readonly example: string
  readonly decide: (store: CliStore) => ReturnType<typeof endQuarantine>
}

function decision(command: Command, context: CommandContext, { description, example, decide }: Decision): void {
  attributed(command.description(description), 'needed')
    .addHelpText('after', `\nExample:\n  ${example}`)
    .action((given: Given) =>
      context.answer(async (store) => {
        const { because } = given
        const decided = await decide(store)({ ...attributionOf(given, context), because } satisfies QuarantineDecision)
        if (isRefusal(decided)) return decided
        const { quarantine } = decided
        const text = `Payments are ${quarantine.ended ? 'accepted again' : 'refused from now on'}\n\n`
        const { json, text: unconfirmed } = await confirmedIn(store)
        return {
          json: { ...quarantineJson(quarantine), ...json },
          text: text + quarantineText(quarantine, todayOf(store).days) + unconfirmed,
        }
      }),
    )
}

/** The share of the money that the networks' own files confirm. The rest may be missing in the books, or paid twice. */
async function confirmedIn(store: CliStore): Promise<CommandAnswer> {
  const { confirmed } = await listReconciliations(store)({ limit: 1 })
  const nowMs = store.clock.nowMs()
  const json = { confirmed: confirmed.map((one) => confirmedJson(one, nowMs)) }
  if (confirmed.length === 0) return { json, text: '' }
  return { json, text: `\nConfirmed by the networks' own files:\n${confirmedTable(confirmed, nowMs)}` }
}

async function show(store: CliStore): Promise<CommandAnswer> {
  const { lasting, earlier } = await listQuarantines(store)()
  const json = {
    quarantined: lasting !== undefined,
    quarantine: lasting ? quarantineJson(lasting) : null,
    earlier: earlier.map(quarantineJson),
  }
  const now = lasting
    ? `The books are quarantined\n\n${quarantineText(lasting, todayOf(store).days)}`
    : 'The books are not quarantined\n'
  const before = earlier.map((quarantine) => `\n${quarantineText(quarantine, todayOf(store).days)}`).join('')
  return { json, text: before === '' ? now : `${now}\nEarlier:\n${before}` }
}
