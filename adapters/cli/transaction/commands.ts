import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { transactionList } from './list.ts'
import { transactionResolve } from './resolve.ts'
import { transactionShow } from './show.ts'

/** The commands for transactions: `sente transaction …`. */
export function transactionCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('transaction')
    .description("Shows merchants' transactions, and decides the unexplained ones.")
  transactionShow(group, context)
  transactionList(group, context)
  transactionResolve(group, context)
}
