import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mailer, MailOutcome } from '../../ports/people/mailer.ts'
import type { Notice, Notices } from '../../ports/people/notices.ts'
import type { People } from '../../ports/people/people.ts'
import { languagesFor } from '../users/language.ts'

/** The ports for mails with notices. */
export type MailPorts = {
  readonly notices: Pick<Notices, 'claimMail' | 'settleMail' | 'doubtMail' | 'settings'>
  readonly people: Pick<People, 'user'>
  readonly accounts: Pick<AccountRepo, 'byId'>
  /** Undefined if the gateway sends no mails. */
  readonly mailer?: Mailer | undefined
  readonly clock: Pick<Clock, 'nowMs'>
}

/** The function that {@link mailNotices} returns. */
export type MailNotices = () => Promise<void>

const minuteMs = 60_000

/** The most notices in a mail, and the most mails in one run. */
const [noticesAtOnce, mailsAtOnce] = [50, 20]

/** The least time between mails to a user, and the time after which an unsettled mail is doubtful. */
const [pauseMs, doubtMs] = [5 * minuteMs, 10 * minuteMs]

/** The shortest and the longest pause before another attempt, and the time after which there is none. */
const [shortestMs, longestMs, givenUpMs] = [minuteMs, 60 * minuteMs, 24 * 60 * minuteMs]

/**
 * Sends the mails that are due, the notices of a user in one mail. A claim is stored before a mail is sent: a crash, or
 * a lost answer of the mail server, leaves a mail in doubt, and it is not sent again. A mail that was certainly not
 * accepted is sent again with growing pauses, for a day.
 */
export function mailNotices(ports: MailPorts): MailNotices {
  const { notices, clock } = ports
  return async () => {
    if (!ports.mailer) return
    await notices.doubtMail({ beforeMs: clock.nowMs() - doubtMs })
    for (let mail = 0; mail < mailsAtOnce; mail += 1) {
      const nowMs = clock.nowMs()
      const due = await notices.claimMail({ nowMs, pausedMs: nowMs - pauseMs, limit: noticesAtOnce })
      if (due.length === 0) return
      await settle(ports, due, await send(ports, ports.mailer, due))
    }
  }
}

async function send(
  { notices, people, accounts }: MailPorts,
  mailer: Mailer,
  due: readonly Notice[],
): Promise<MailOutcome> {
  const userId = due[0]?.userId ?? ''
  const [user, [settings]] = await Promise.all([people.user(userId), notices.settings([userId])])
  if (user?.state !== 'active') return { outcome: 'refused', problem: 'the user has left' }
  if (!settings || settings.address === null) return { outcome: 'refused', problem: 'the user has removed the address' }
  const { address } = settings
  const { accountId } = user
  const account = accountId === null ? null : await accounts.byId(accountId)
  const languages = languagesFor(user, account)
  return mailer.sendNotices({ address, isOperator: accountId === null, languages, notices: due })
}

/** Stores the outcome for each notice of a mail: they may have waited for different times. */
async function settle({ notices, clock }: MailPorts, due: readonly Notice[], sent: MailOutcome): Promise<void> {
  const nowMs = clock.nowMs()
  const problem = 'problem' in sent ? sent.problem : null
  if (sent.outcome !== 'later') {
    const mail = ({ accepted: 'sent', refused: 'given_up', doubtful: 'doubtful' } as const)[sent.outcome]
    return notices.settleMail({ numbers: due.map(({ number }) => number), mail, problem, dueMs: nowMs })
  }
  const ageOf = ({ mailFromMs }: Notice) => nowMs - (mailFromMs ?? nowMs)
  const isOver = (notice: Notice) => ageOf(notice) >= givenUpMs
  const pause = Math.min(longestMs, Math.max(shortestMs, ...due.filter((one) => !isOver(one)).map(ageOf)))
  const numbers = (some: readonly Notice[]) => some.map(({ number }) => number)
  const [over, others] = [due.filter(isOver), due.filter((one) => !isOver(one))]
  if (over.length > 0) await notices.settleMail({ numbers: numbers(over), mail: 'given_up', problem, dueMs: nowMs })
  if (others.length > 0) {
    await notices.settleMail({ numbers: numbers(others), mail: 'due', problem, dueMs: nowMs + pause })
  }
}
