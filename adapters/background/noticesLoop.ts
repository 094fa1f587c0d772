import type { Logger } from 'pino'
import type { UseCases } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often to look for events and due mails, and for everything else, in milliseconds. */
const [eventsEveryMs, concernsEveryMs] = [5_000, 60_000]

/** Makes users' notices and mails them, beside the payments: a failure is logged, and the next run does the work. */
export function noticesLoop(
  { noteEvents, noteConcerns, mailNotices }: Pick<UseCases, 'noteEvents' | 'noteConcerns' | 'mailNotices'>,
  log: Logger,
): Repeated {
  const onBreakage = (err: unknown) => log.warn({ err }, 'notices')
  async function mail(): Promise<void> {
    for (const problem of (await mailNotices()).problems) log.warn({ problem }, 'a mail with notices was given up')
  }
  const events = repeated(noteEvents, { everyMs: eventsEveryMs, onBreakage })
  const mails = repeated(mail, { everyMs: eventsEveryMs, onBreakage })
  const concerns = repeated(noteConcerns, { everyMs: concernsEveryMs, onBreakage })
  return {
    async stop() {
      await Promise.all([events, mails, concerns].map((loop) => loop.stop()))
    },
  }
}
