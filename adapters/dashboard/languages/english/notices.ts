import type { NoticeKind, NoticeMail } from '../../../../core/sente.ts'
import { noticeTexts } from '../../../formats/notice.ts'

/** The names of the kinds of notices. */
const kinds: Readonly<Record<NoticeKind, string>> = {
  paid: 'Payments that came in',
  approval: 'Batches and proposals that wait for you',
  endpoint: 'Webhook endpoints that fail',
  key: 'API keys that others make or revoke, or that expire soon',
  people: 'Users whom others invite, change or remove',
  float: 'Floats that run out soon',
}

/** The progress of mails. */
const mails: Readonly<Record<NoticeMail, string>> = {
  none: '',
  due: 'Waits to be mailed.',
  sending: 'Is being mailed.',
  sent: 'Mailed.',
  given_up: 'Could not be mailed.',
  doubtful: 'The mail may have arrived, so it is not sent again.',
}

/** The texts of notices, and of the pages about them. */
export const noticesWords = {
  title: 'Notices',
  texts: noticeTexts,
  kinds,
  mails,
  none: 'There are no notices.',
  when: 'When',
  notice: 'Notice',
  state: 'State',
  unread: 'new',
  read: 'read',
  readOne: 'Mark as read',
  readAll: 'Mark all as read',
  choose: 'Choose your notices',
  settings: {
    title: 'Your notices',
    onPage: 'On the page',
    byMail: 'By mail',
    pace: 'Mails',
    atOnce: 'at once, and at most one in five minutes',
    daily: 'one after the end of each day',
    save: 'Save',
    address: 'Address for mails',
    isAddress: (address: string) => `Mails go to ${address}.`,
    noAddress: 'Nothing is mailed until you have confirmed an address.',
    newAddress: 'Mail address',
    addressHint: 'A code is sent to it, which you confirm here.',
    send: 'Send the code',
    code: 'Code',
    codeHint: (address: string) => `The six digits in the mail to ${address}. They work for an hour.`,
    confirm: 'Confirm',
    drop: 'Remove the address',
    askDrop: (address: string) => `Remove the address ${address}?`,
    dropHint: 'Nothing is mailed to you any longer.',
    notMailed: 'This gateway sends no mails.',
    wrong: {
      malformed_address: 'That is not a mail address, such as amina@example.com',
      mail_failed: 'The mail server did not accept a mail to this address: check it, or try again later',
      wrong_code: 'This code is wrong, or older than an hour: ask for a new one',
    },
    done: {
      saved: 'Saved. It applies to notices from now on.',
      sent: 'The code is on its way.',
      confirmed: 'The address is confirmed.',
      dropped: 'The address is removed.',
    },
  },
} as const
