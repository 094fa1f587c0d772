import type { RecordedClose } from '../../../../core/sente.ts'

/** The texts of the page with the closes of days. */
export const closeWords = {
  title: 'Closes of days',
  hint: 'Each close is signed, and has the digest of the close before it, so that none can be changed or left out. The page shows the closes that were recorded; their files are not read.',
  none: 'No day is closed.',
  next: 'The next close',
  day: 'Day',
  first: (day: string) => `${day}, or any other day that is over: the first close begins the series`,
  can: 'Can be closed',
  now: 'now',
  waiting: (days: number) => `now, as the first of ${days} days that are over`,
  after: 'after its end, ',
  uncompared: 'Not compared yet',
  uncomparedHint: (networks: readonly string[]) =>
    `${networks.join(', ')}: no file that reaches to the end of the day.`,
  compare: 'Compare files',
  command: 'Closed by',
  commandHint:
    'The command signs the close and writes it into the folder of the series. Pages cannot do that: a server needs neither the folder nor the private key.',
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
