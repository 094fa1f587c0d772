/**
 * A step that is committed: of the request, of a callback, of a sweep, of what a restart resumes, of accepting a batch,
 * opening one of its lines, noting what the network says to it, or completing it.
 */
export type Commit = (typeof commits)[number]

/** A call of a network: the submission, and the enquiries of the request, of a callback and of a sweep; and the submission of a line. */
export type Call = (typeof calls)[number]

/** A moment at which a server is killed, by its name. */
export type KillPoint =
  | `${Commit}-${(typeof momentsOfCommit)[number]}`
  | `${Call}-${(typeof momentsOfCall)[number]}`
  | (typeof occasions)[number]

const commits = [
  ...(['open', 'note', 'callback-note', 'sweep-note', 'resume'] as const),
  ...(['accept', 'line', 'line-note', 'complete'] as const),
] as const
const calls = ['submission', 'enquiry', 'callback-enquiry', 'sweep-enquiry', 'line-submission'] as const

/** The rows are written and not committed; committed and not flushed; flushed, before anything is answered. */
const momentsOfCommit = ['within', 'committed', 'after'] as const
const momentsOfCall = ['before', 'after'] as const

const occasions = [
  // Nothing is written yet. Before any other commit comes a call, or a restart.
  'open-before',
  // The lines of a batch are written, and it is not accepted.
  'draft-written',
  'callback-received',
  'sweep-begun',
  // The thread is asked to copy the log; it writes to the database; it has copied; the log starts from its beginning.
  'checkpoint-begun',
  'checkpoint-copying',
  'checkpoint-copied',
  'checkpoint-ended',
  // The transaction that makes the tables has begun; its statements have run; it is committed.
  'migration-before',
  'migration-within',
  'migration-committed',
] as const

/** Every named point, in the order of a payment's life. */
export const killPoints: readonly KillPoint[] = [
  ...commits.flatMap((commit) => momentsOfCommit.map((moment) => `${commit}-${moment}` as const)),
  ...calls.flatMap((call) => momentsOfCall.map((moment) => `${call}-${moment}` as const)),
  ...occasions,
]
