import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import type { Migrated } from '../deps.ts'

/** Adds `sente migrate`. */
export function migrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .summary('bring the database up to date')
    .description(
      'Brings the database in DATABASE_URL to the schema of this version of sente; serve does so, too, when it ' +
        'starts. Each version is applied completely or not at all. Repeating it changes nothing. A schema is never ' +
        'changed while a server uses the database: stop the server first.',
    )
    .addHelpText('after', afterHelp)
    .action(async () => {
      const migrated = await context.migrate()
      context.report({ json: migrated, text: migratedText(migrated) })
    })
}

const afterHelp = `
There is no way back to an older schema: run sente backup before you upgrade.

Examples:
  sente migrate
  DATABASE_URL=sqlite:./data/live.db sente migrate`

function migratedText({ from, to, path }: Migrated): string {
  if (from === to) return `${path} is up to date, with schema version ${to}: there was nothing to do\n`
  if (from === 0) return `${path} was empty and has schema version ${to} now\n`
  return `${path} was brought from schema version ${from} to ${to}\n`
}
