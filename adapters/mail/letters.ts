import type { Mailer } from '../../core/sente.ts'
import { noticePath, noticesPath, noticeText } from '../formats/notice.ts'

/** The subject and the text of a mail. */
export type Letter = { readonly subject: string; readonly text: string }

type Noticed = Omit<Parameters<Mailer['sendNotices']>[0], 'address'> & { readonly publicUrl: string }

/** A mail with notices: one line for each, and a link to the object of one, or to the list. */
export function noticesMail({ isOperator, notices, publicUrl }: Noticed): Letter {
  const lines = notices.map((notice) => noticeText(notice))
  const [only] = notices
  const path = only && notices.length === 1 ? noticePath(only) : noticesPath({ isOperator })
  const subject = notices.length === 1 ? (lines[0] ?? '') : `${notices.length} notices`
  return { subject, text: `${lines.join('\n')}\n\n${publicUrl}${path}\n\n${settings(publicUrl)}\n` }
}

/** A mail with the code that confirms its address. */
export function codeMail(code: string): Letter {
  const text = `${code}\n\nEnter this code on the page where you have given your address. It works for an hour.\nIf you have not asked for it, ignore this mail.\n`
  return { subject: 'The code for your mail address', text }
}

function settings(publicUrl: string): string {
  return `Choose which notices you get: ${publicUrl}/me/notices`
}
