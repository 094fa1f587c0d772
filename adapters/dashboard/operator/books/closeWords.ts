import type { RecordedClose } from '../../../../core/sente.ts'

/** The texts of the page with the closes of days. */
export const closeWords = {
  title: 'Closes of days',
  hint: 'Each close is signed, and has the digest of the close before it, so that none can be changed or left out. The list shows the closes that were recorded.',
  none: 'No day is closed.',
  next: 'The next close',
  day: 'Day',
  first: (day: string) => `${day}, or any other day that is over: the first close begins the series`,
  can: 'Can be closed',
  now: 'now',
  waiting: (days: number) => `now, as the first of ${days} days that are over`,
  after: 'after its end, ',
  uncompared: 'Not compared yet',
  uncomparedHint: (networks: readonly string[], days: number) =>
    `${networks.join(', ')}: no file that reaches to the end of ${days > 1 ? 'each day' : 'the day'}.`,
  compare: 'Compare files',
  command: 'Closed by',
  commandHint:
    'The command signs the close and writes it into the folder of the series. Operators close days on this page if SENTE_CLOSES_FOLDER names the folder, and SENTE_CASE_KEY_FILE the private key.',
  publicKey: 'Public key',
  close: (days: readonly string[]) =>
    days.length > 1 ? `Close ${days.length} days to ${days.at(-1)}` : `Close ${days.at(-1)}`,
  sure: 'A day is closed once: its close is signed, and is never made again. It shows the exceptions and the open payments as they are now.',
  check: 'Verify the files',
  stands: 'was closed before: its close stands',
  notRecorded: (why: string) => `It is not in the record of actions yet: ${why}`,
  files: (days: number, first: string | null, last: string | null) =>
    days === 1 ? `1 day, ${first}.` : `${days} days from ${first} to ${last}.`,
  proven: 'Each close is signed, unchanged, and follows from the day before.',
  problems: 'The files are not a whole series:',
  noFile: 'There is no close in the folder.',
  chain: 'The series',
  whole: 'Each close on this page follows from the one before it.',
  broken: 'Not every close on this page follows from the one before it.',
  columns: { day: 'Day', closed: 'Closed', place: 'Series', audit: 'Audit', file: 'File' },
  places: {
    first: 'begins the series',
    follows: 'follows',
    begins_again: 'begins another series',
    not_recorded: 'the close before it is not recorded',
  } satisfies Record<RecordedClose['place'], string>,
  audit: (broken: number) =>
    broken === 0 ? 'every rule held' : `${broken} ${broken === 1 ? 'row broke' : 'rows broke'} a rule`,
  verify: 'To check the files themselves: sente close-day verify FOLDER --public-key HEX',
} as const
