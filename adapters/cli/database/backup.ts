import type { Command } from 'commander'
import { isRefusal, noteBackup } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import type { BackedUp, Restored } from '../deps.ts'
import { recorded, unrecorded } from '../output/recorded.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { parsePath } from '../program/values.ts'

/** Adds `sente backup` and `sente restore`. */
export function backupCommands(program: Command, context: CommandContext): void {
  const backup = program
    .command('backup')
    .summary('copy the database')
    .description(
      'Makes a consistent copy of the database, even while the server runs: copied at one moment, checked like sente ' +
        'audit, flushed, and only then given its name. Never copy the file of a running server by hand.',
    )
    .argument('<FILE>', 'the copy, which must not exist yet', parsePath)
    .option('--damaged', 'make it although sente audit finds damage; restoring the copy reports the damage')
    .addHelpText('after', afterBackup)
  attributed(backup).action(async (file: string, { damaged, ...who }: GivenBackup) => {
    const progress = context.progress('bar')
    const making = context.backup(file, { mayBeDamaged: damaged === true, onProgress: progress.show })
    const made = await making.finally(progress.end)
    const note = { ...attributionOf(who, context), file, checked: made.rows }
    const answer = { json: backupJson(made), text: backupText(made) }
    await context.answer((store) => recorded(answer, () => noteBackup(store)(note)))
  })
  const restore = program
    .command('restore')
    .summary('replace the database with a backup')
    .description(
      'Replaces the database in DATABASE_URL with a backup that sente backup made. The old database is ' +
        'renamed and kept. Stop the server and every command first. The gateway then starts quarantined: it refuses ' +
        'payments until you have compared its books with the networks.',
    )
    .argument('<FILE>', 'the backup, which stays in place', parsePath)
    .addHelpText(
      'after',
      '\nRead docs/backups/restoring.md first.\n\nExample:\n  sente restore /backups/live-2026-01-31.db',
    )
  attributed(restore).action((file: string, who: GivenAttribution) =>
    context.answerAlone(async () => {
      const done = await context.restore({ file, ...attributionOf(who, context) })
      if (isRefusal(done)) return done
      const answer = { json: restoreJson(done), text: restoreText(done) }
      return done.isRecorded ? answer : unrecorded(answer, 'the schema of the backup is older than that of this sente')
    }),
  )
}

type GivenBackup = GivenAttribution & { readonly damaged?: true }

const afterBackup = `
Books that sente audit finds damaged are refused. With --damaged they are copied
all the same, since having no copy is worse.

It is not the whole gateway. Keep with it, but apart: SENTE_PIN_KEY (and
SENTE_PIN_KEY_PREVIOUS), SENTE_CALLBACK_SECRET, SENTE_WEBHOOK_KEY, the
configuration file and the
networks' credentials. Of a sandbox: the -secrets.json and -networks.jsonl files.

Example:
  sente backup /backups/live-2026-01-31.db`

function backupJson({ file, rows, damage, latest, keepToo }: BackedUp) {
  const about = { file, checked: rows, ...(damage !== null && { damage }) }
  return { ...about, latest_transaction: latest ?? null, keep_too: keepToo }
}

function backupText({ file, rows, damage, latest, keepToo }: BackedUp): string {
  const books = damage === null ? `whose books agree; rows checked: ${rows}` : `whose books are DAMAGED: ${damage}`
  return (
    `${file} is a copy of the database ${books}\n` +
    `Latest transaction: ${latest ?? 'none'}\n\nIt does not contain the following, which you must keep, too:\n` +
    keepToo.map((kept) => `  ${kept}\n`).join('')
  )
}

function restoreJson({ path, file, aside, latest }: Restored) {
  return { path, file, set_aside: aside, latest_transaction: latest ?? null }
}

function restoreText({ path, file, aside, latest, keepToo }: Restored): string {
  const kept = aside.length === 0 ? '' : `The old files are kept:\n${aside.map((name) => `  ${name}\n`).join('')}\n`
  return (
    `${path} is now a copy of ${file}\nLatest transaction: ${latest ?? 'none'}\n\n${kept}` +
    `It needs these from the time of the backup:\n${keepToo.map((name) => `  ${name}\n`).join('')}\n` +
    'The gateway will start quarantined. Compare its books with the networks\n' +
    '(docs/backups/comparing.md), then: sente quarantine end --because "..."\n'
  )
}
