import { type Command, Option } from 'commander'
import { isRefusal } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import type { MovedHome } from '../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { parseUrl } from '../program/values.ts'

type Given = { readonly from?: string; readonly oldIsOff?: true; readonly because: string } & GivenAttribution

/** Adds `sente database`. */
export function databaseCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('database')
    .summary('the database that the books are served from')
    .description('The books record the PostgreSQL database that they are served from. A copy elsewhere is refused.')
  const moved = group
    .command('moved')
    .summary('accept the database that books were moved to')
    .description(
      'Accepts the database in DATABASE_URL after a major upgrade, a dump and restore, or a replication. With --from it is ' +
        'compared with the old database, which is closed for good: no sente writes to it again. Stop all nodes first. ' +
        'docs/scaling/major-upgrade.md shows each step.',
    )
    .addOption(new Option('--from <URL>', 'the old database, which still answers').argParser(parseUrl))
    .addOption(new Option('--old-is-off', 'it is off for good: the books are quarantined').conflicts('from'))
    .addHelpText('after', afterHelp)
  attributed(moved, 'needed').action((given: Given) =>
    context.answerAlone(async () => {
      const { from, oldIsOff, because, ...who } = given
      if (from === undefined && !oldIsOff) moved.error('either --from or --old-is-off is needed')
      const done = await context.declareMoved({ ...attributionOf(who, context), from, because })
      return isRefusal(done) ? done : { json: jsonOf(done), text: textOf(done) }
    }),
  )
}

const afterHelp = `
Safe to interrupt and to repeat. Other users can see a password in the list of
processes: leave it out, and set PGPASSWORD.

Examples:
  sente database moved --from 'postgres://sente@old/sente?sslmode=verify-full' \\
      --because "PostgreSQL 18"
  sente database moved --old-is-off --because "pg_upgrade to PostgreSQL 18"`

function jsonOf({ from, to, already, isQuarantined }: MovedHome) {
  return { from, to, already, quarantined: isQuarantined }
}

function textOf({ from, to, already, isQuarantined }: MovedHome): string {
  if (already) return `The books were already served from ${to}: there was nothing to do\n`
  if (!isQuarantined) return `The books of ${from} are now served from ${to}, and the old database is closed\n`
  return (
    `The books of ${from} are now served from ${to}\n\nThey could not be compared with the old database, and are quarantined. Compare them with the networks\n` +
    '(docs/backups/comparing.md), then: sente quarantine end --because "..."\n'
  )
}
