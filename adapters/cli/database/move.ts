import type { Command } from 'commander'
import { isRefusal } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import type { Move, MovedBooks } from '../deps.ts'
import { lines } from '../output/output.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { parseUrl } from '../program/values.ts'

/** Adds `sente move`. */
export function moveCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('move')
    .summary('move the books into PostgreSQL')
    .description(
      'Moves accounts, balances, payments and everything else from a SQLite database into an empty PostgreSQL database, and ' +
        'checks the books on both sides. Stop the server first. Afterwards the SQLite database is marked, and no sente ' +
        'opens it again. Until the move is complete no sente opens the PostgreSQL database.',
    )
    .requiredOption('--from <URL>', 'the database whose books are moved: sqlite:PATH', parseUrl)
    .requiredOption('--to <URL>', 'the empty one: postgres://USER:PASSWORD@HOST/DATABASE', parseUrl)
    .addHelpText('after', afterHelp)
  attributed(command).action(({ from, to, ...who }: Move & GivenAttribution) =>
    context.answerAlone(async () => {
      const progress = context.progress()
      try {
        const done = await context.move({ from, to, ...attributionOf(who, context) }, progress.show)
        return isRefusal(done) ? done : { json: jsonOf(done), text: textOf(done) }
      } finally {
        progress.end()
      }
    }),
  )
}

const afterHelp = `
Safe to interrupt and to repeat: until the end nothing is moved, and it starts
again. Run sente backup first: there is no other way back. Other users can see
the password in the list of processes: leave it out, and set PGPASSWORD.

Example:
  sente move --from sqlite:./data/live.db \\
      --to 'postgres://sente@db1,db2/sente?sslmode=verify-full'`

function jsonOf({ from, to, already, rows, replaced }: MovedBooks) {
  const { pinCounts: pin_counts, ...counts } = rows
  return { from, to, already, rows: { ...counts, pin_counts }, replaced_texts: replaced }
}

function textOf({ from, to, already, rows, replaced }: MovedBooks): string {
  if (already) return `The books of ${from} had already been moved to ${to}: there was nothing to do\n`
  const counts = Object.entries(rows).map(([name, count]) => [labelOf(name), String(count)] as const)
  const aside = replaced === 0 ? '' : `Texts with a NUL, which is \uFFFD in the new database: ${replaced}\n\n`
  return (
    `The books of ${from} are now in ${to}, and agree on both sides\n\n${lines(counts)}\n${aside}` +
    'The old database is never opened again. Set DATABASE_URL to the new one, and\n' +
    'start the server with the same configuration and keys.\n'
  )
}

function labelOf(name: string): string {
  return name === 'pinCounts' ? 'Wrong PINs' : `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
