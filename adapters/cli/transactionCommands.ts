import type { Command } from 'commander'
import type { Desk } from './desk.ts'
import { transactionList } from './transactionListCommand.ts'
import { transactionResolve } from './transactionResolve.ts'
import { transactionShow } from './transactionShow.ts'

/** The commands that look after transactions: `sente transaction …`. */
export function transactionCommands(program: Command, desk: Desk): void {
  const group = program.command('transaction').description('Looks after the transactions of merchants.')
  transactionShow(group, desk)
  transactionList(group, desk)
  transactionResolve(group, desk)
}
