import type { Upkeeping } from '../desks/upkeepDesk.ts'

type ByKind = Record<keyof Upkeeping, string>

/** The texts of the page of the books. */
export const bookWords = {
  title: 'The books',
  ask: 'Audit',
  askHint:
    'Checks the books against every rule, as sente audit does, in the background. It reads what has changed since the last audit that found nothing broken.',
  all: 'Read everything, which can take minutes',
  submit: 'Audit the books',
  underWay: {
    audit: 'An audit is under way',
    close: 'A close is under way',
    check: 'A check of the closes is under way',
    backup: 'A backup is under way',
  } satisfies ByKind,
  by: (name: string) => `asked for by ${name}`,
  last: {
    audit: 'The last audit on this page',
    close: 'The last close on this page',
    check: 'The last check on this page',
    backup: 'The last backup on this page',
  } satisfies ByKind,
  broke: {
    audit: 'The audit has failed. The log of the server has the reason.',
    close: 'The close has failed. The log of the server has the reason.',
    check: 'The check has failed. The log of the server has the reason.',
    backup: 'The backup has failed. The log of the server has the reason.',
  } satisfies ByKind,
  ok: 'Every rule holds.',
  notOk: 'Rows break a rule: the books are damaged, or were changed by hand.',
  checked: 'Rows checked',
  since: 'Changes since the audit of',
  everything: 'everything was read',
  broken: 'Broken rows',
  contradicted: 'Payments that their network contradicts',
  columns: { rule: 'Rule', row: 'Row', problem: 'Problem', payment: 'Payment' },
  more: (all: number, shown: number) => `The first ${shown} of ${all}. sente audit lists all of them.`,
  backup: 'Make a backup',
  backupHint: (folder: string) =>
    `Copies the database into a new file in ${folder} and checks the copy, in the background. Then copy the file to another machine.`,
  backupBy: 'Administrators and security make backups here.',
  backupCommand: 'sente backup FILE',
  backupSetting:
    'The command copies a database of SQLite. Operators make backups on this page if SENTE_BACKUPS_FOLDER names a folder. PostgreSQL is backed up by its own tools.',
  backupFile: 'File',
  keepToo: 'It does not contain the following, which you must keep, too:',
  notRecorded: (why: string) => `This is not in the record of actions: ${why}`,
} as const
