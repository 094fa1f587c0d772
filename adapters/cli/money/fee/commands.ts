import type { Command } from 'commander'
import { type Calendar, type Fees, feesInForce, noFees } from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { cashOutJson, cashOutTable, scheduleJson, scheduleTable } from './view.ts'

/** Adds `sente fee`. */
export function feeCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('fee')
    .summary('the fees of merchants for payments')
    .description(
      'Fees are in the configuration file, in schedules with a date. The fee of a payment is fixed when it is opened, and ' +
        'charged when it succeeds. docs/operating/fees.md explains it.',
    )
  group
    .command('list')
    .summary('list the schedules of fees')
    .description("Lists the schedules of the configuration, and the tables of the networks' charges for cash.")
    .option('--in-force', 'only schedules that are in force now')
    .addHelpText('after', '\nExamples:\n  sente fee list\n  sente fee list --in-force')
    .action(({ inForce = false }: { inForce?: boolean }) => context.answer((store) => list(store, inForce)))
}

async function list(store: CliStore, inForce: boolean): Promise<CommandAnswer> {
  const { fees = noFees } = store
  const { days, nowMs } = todayOf(store)
  const { schedules, cashOuts } = inForce ? feesInForce(fees, nowMs) : fees
  return {
    json: { schedules: schedules.map(scheduleJson), cash_out: cashOuts.map(cashOutJson) },
    text: text({ schedules, cashOuts }, days),
  }
}

function text({ schedules, cashOuts }: Fees, days: Calendar): string {
  if (schedules.length + cashOuts.length === 0) return 'There are no fees.\n'
  return [
    ...(schedules.length > 0 ? [scheduleTable(schedules, days)] : []),
    ...(cashOuts.length > 0 ? [cashOutTable(cashOuts, days)] : []),
  ].join('\n')
}
