import type { Logger } from 'pino'
import type { UseCases } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often to look for events, changes and due mails, and for everything else, in milliseconds. */
const [soonMs, concernsEveryMs] = [5_000, 60_000]

/** Makes users' notices and mails them, beside the payments: a failure is logged, and the next run does the work. */
export function noticesLoop(
  {
    noteEvents,
    noteChanges,
    noteConcerns,
    mailNotices,
  }: Pick<UseCases, 'noteEvents' | 'noteChanges' | 'noteConcerns' | 'mailNotices'>,
  log: Logger,
): Repeated {
  const onBreakage = (err: unknown) => log.warn({ err }, 'notices')
  const events = repeated(noteEvents, { everyMs: soonMs, onBreakage })
  const changes = repeated(noteChanges, { everyMs: soonMs, onBreakage })
  const mails = repeated(mailNotices, { everyMs: soonMs, onBreakage })
  const concerns = repeated(noteConcerns, { everyMs: concernsEveryMs, onBreakage })
  return {
    async stop() {
      await Promise.all([events, changes, mails, concerns].map((loop) => loop.stop()))
    },
  }
}
