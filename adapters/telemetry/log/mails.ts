import type { Logger } from 'pino'
import type { Mailer, MailOutcome } from '../../../core/sente.ts'

/** A mailer that logs each mail that the mail server has not certainly accepted, with its answer. */
export function withLog(mailer: Mailer, log: Logger): Mailer {
  const logged =
    <Mail>(send: (mail: Mail) => Promise<MailOutcome>) =>
    async (mail: Mail): Promise<MailOutcome> => {
      const sent = await send(mail)
      if ('problem' in sent) log.warn({ outcome: sent.outcome, problem: sent.problem }, 'mail')
      return sent
    }
  return { sendNotices: logged(mailer.sendNotices), sendCode: logged(mailer.sendCode) }
}
