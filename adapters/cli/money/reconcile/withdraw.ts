import type { Command } from 'commander'
import { todayOf } from '../../../written/moment.ts'
import { changeAnswer } from '../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseValue } from '../../program/values.ts'
import { runJson, runText } from './view.ts'

/** Adds `reconcile withdraw`. */
export function withdrawCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('withdraw')
    .summary('withdraw a comparison with a wrong file')
    .description(
      'Withdraws a comparison whose file was wrong, or was compared for another network or time. It no longer counts ' +
        'anywhere, the same file can be compared again, and its marks on payments are removed, unless another file or ' +
        'the network’s own answers confirm them. It is refused if a payment was ended or recorded, or money moved, ' +
        'because of it. It moves no money back.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
  attributed(command, 'needed')
    .addHelpText(
      'after',
      '\nExample:\n  sente reconcile withdraw 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\\n' +
        '      --because "the file is of the other wallet"',
    )
    .action((runId: string, who: GivenAttribution) => {
      const change = { kind: 'reconcile.withdraw', request: { runId } } as const
      return context.answer((store) =>
        changeAnswer(store, { change, ...attributionOf(who, context) }, () => answer(store, runId)),
      )
    })
}

async function answer(store: CliStore, runId: string): Promise<CommandAnswer> {
  const run = await store.reconciliations.run(runId)
  return run
    ? { json: runJson(run), text: `Withdrawn\n\n${runText(run, todayOf(store).days)}` }
    : { json: {}, text: 'Withdrawn\n' }
}
