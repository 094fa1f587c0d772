import { expect } from 'chai'
import { pino } from 'pino'
import { noticeFormFor } from '../../../../adapters/dashboard/people/notices/form.ts'
import { smtpMailer } from '../../../../adapters/mail/smtpMailer.ts'
import { withLog } from '../../../../adapters/telemetry/log/mails.ts'
import { rule, table } from '../../../rule.ts'
import { type Command, openMailServer } from './mailServer.ts'

describe('32 Notices: refused mails', () => {
  rule(
    '32.17',
    'a mail is given up at once if the recipient or the text is refused, and not if a setting may be the cause',
    table(
      ['command', 'answer', 'outcome'],
      [
        ['RCPT', '550 5.1.1 User unknown', 'refused'],
        ['RCPT', '550 5.1.10 the domain accepts no mail', 'refused'],
        ['RCPT', '552 5.2.2 the mailbox is full', 'refused'],
        ['RCPT', '450 4.2.0 Greylisted', 'later'],
        ['RCPT', '553 5.7.1 Sender address rejected: not owned by user', 'later'],
        ['RCPT', '554 5.7.1 Relay access denied', 'later'],
        ['RCPT', '550 5.1.7 Sender address rejected', 'later'],
        ['RCPT', '550 5.1.8 Sender address rejected: Domain not found', 'later'],
        ['RCPT', '550 relay not permitted', 'later'],
        ['MAIL', '550 5.1.0 the sender is unknown', 'later'],
        ['MAIL', '452 4.3.1 Insufficient system storage', 'later'],
        ['DATA', '451 4.3.2 try again later', 'later'],
        ['DATA', '550 looks like spam', 'refused'],
        ['DATA', '552 5.3.4 message file too big', 'refused'],
      ],
      async (command, answer, outcome) => {
        const { url, answers, mails } = await openMailServer()
        answers(answer, command as Command)
        const mailer = smtpMailer(
          { url, from: 'sente@example.com', publicUrl: 'https://pay.example.com' },
          noticeFormFor,
        )
        const sent = await mailer.sendCode({ address: 'amina@example.com', code: '123456', languages: [] })
        expect(sent).to.include({ outcome })
        expect('problem' in sent && sent.problem).to.include(answer)
        expect(mails).to.deep.equal([])
      },
    ),
  )

  rule(
    '32.18',
    'the log has the server’s answer about each mail that it does not accept, without addresses',
    async () => {
      const { url, answers } = await openMailServer()
      const lines: Record<string, unknown>[] = []
      const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
      const settings = { url, from: 'sente@example.com', publicUrl: 'https://pay.example.com' }
      const { sendCode, sendNotices } = withLog(smtpMailer(settings, noticeFormFor), log)
      const address = 'amina@example.com'
      await sendCode({ address, code: '123456', languages: [] })
      expect(lines).to.deep.equal([])
      answers('550 5.1.1 <amina@example.com>: User unknown', 'RCPT')
      await sendCode({ address, code: '123456', languages: [] })
      answers('451 sente@example.com: try later', 'MAIL')
      await sendNotices({ address, isOperator: false, languages: [], notices: [] })
      expect(lines.map(({ msg, outcome, problem }) => [msg, outcome, problem])).to.deep.equal([
        ['mail', 'refused', "Can't send mail - all recipients were rejected: 550 5.1.1 <…>: User unknown"],
        ['mail', 'later', 'Mail command failed: 451 …: try later'],
      ])
    },
  )
})
