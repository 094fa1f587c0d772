import type { Mailer } from '../../core/sente.ts'
import { type NoticeForm, noticePath, noticesPath, noticeText } from '../formats/notice.ts'

/** The subject and the text of a mail, and the code of its language. */
export type Letter = { readonly subject: string; readonly text: string; readonly language: string }

type Noticed = Pick<Parameters<Mailer['sendNotices']>[0], 'isOperator' | 'notices'> & { readonly publicUrl: string }

/** A mail with notices: one line for each, and a link to the object of one, or to the list. */
export function noticesMail({ isOperator, notices, publicUrl }: Noticed, form: NoticeForm): Letter {
  const { several, choose } = form.texts.mail
  const lines = notices.map((notice) => noticeText(notice, form))
  const [only] = notices
  const path = only && notices.length === 1 ? noticePath(only) : noticesPath({ isOperator })
  const subject = notices.length === 1 ? (lines[0] ?? '') : several(notices.length)
  const text = `${lines.join('\n')}\n\n${publicUrl}${path}\n\n${choose(`${publicUrl}/me/notices`)}\n`
  return { subject, text, language: form.code }
}

/** A mail with the code that confirms its address. */
export function codeMail(code: string, form: NoticeForm): Letter {
  const { codeSubject, codeText } = form.texts.mail
  return { subject: codeSubject, text: `${code}\n\n${codeText}\n`, language: form.code }
}
