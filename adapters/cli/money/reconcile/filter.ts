import { type Command, Option } from 'commander'
import { type EntryChoice, type FileDirection, type FindScope, findScope, isRefusal } from '../../../../core/sente.ts'
import type { CommandAnswer, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { accountTotalJson, accountTotalTable, totalJson, totalTable } from '../../output/totals.ts'
import { parseValue, wholeNumber } from '../../program/values.ts'

/** The options that choose entries by their rows. */
export type GivenRows = { readonly direction?: FileDirection; readonly why?: string }

/** The options that choose entries of one comparison. */
export type GivenFilter = GivenRows & { readonly entry?: readonly number[]; readonly dryRun?: true }

/** Adds the options that choose entries by their rows. */
export function filteredByRow(command: Command): Command {
  return command
    .addOption(new Option('--direction <WAY>', 'only money in this direction').choices(['in', 'out', 'between']))
    .option('--why <TEXT>', 'only entries with this Why, as sente reconcile show lists it', parseValue)
}

/** Adds the options that choose entries of one comparison. */
export function filtered(command: Command): Command {
  return filteredByRow(
    command.option('--entry <N>', 'only this entry, by its number; may be repeated', eachNumber),
  ).option('--dry-run', 'change nothing, and show the number of entries and their totals')
}

/** The choice that these options make. */
export function filterOf(runId: string, { entry, ...rows }: GivenFilter): EntryChoice {
  return { runId, ...(entry && { items: entry }), ...rowsOf(rows) }
}

/** The choice of rows that these options make. */
export function rowsOf({ direction, why }: GivenRows): GivenRows {
  return { ...(direction !== undefined && { direction }), ...(why !== undefined && { why }) }
}

/** The scope of a decision, as a dry run shows it. */
export async function scopeAnswer(store: CliStore, choice: Parameters<FindScope>[0]): Promise<CommandAnswer | Refused> {
  const scope = await findScope(store)(choice)
  if (isRefusal(scope)) return scope
  const { entries, totals, payments, accounts } = scope
  const head = `Nothing is changed. Entries: ${entries}\nOpen payments that differ from their rows: ${payments.length}\n`
  return {
    json: {
      ...{ dry_run: true, entries, totals: totals.map(totalJson), payments },
      ...(accounts.length > 0 && { accounts: accounts.map(accountTotalJson) }),
    },
    text: `${head}\n${totalTable(totals)}${accounts.length > 0 ? `\n${accountTotalTable(accounts)}` : ''}`,
  }
}

/** The entry of a choice that names one alone. */
export function onlyEntry({ entry = [], direction, why }: GivenFilter): number | undefined {
  return entry.length === 1 && direction === undefined && why === undefined ? entry[0] : undefined
}

function eachNumber(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, wholeNumber({ least: 1, most: 1e12 })(text)]
}
