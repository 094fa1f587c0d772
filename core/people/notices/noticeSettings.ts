import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { tooManyAttempts } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mailer } from '../../ports/people/mailer.ts'
import type { NoticeSettings, Notices } from '../../ports/people/notices.ts'
import type { People } from '../../ports/people/people.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { SignedIn } from '../signIn/sessions.ts'
import { languagesFor } from '../users/language.ts'
import type { NoticeUser } from './ownNotices.ts'
import { settingsOf } from './wanted.ts'

/** The ports for a user's settings of notices. */
export type NoticeSettingPorts = {
  readonly notices: Pick<Notices, 'settings' | 'set'>
  readonly people: Pick<People, 'countAttempt' | 'uncountAttempt'>
  /** Undefined if the gateway sends no mails. */
  readonly mailer?: Mailer | undefined
  readonly secrets: Pick<Secrets, 'digest' | 'newToken' | 'sameDigest'>
  readonly clock: Pick<Clock, 'nowMs'>
}

/** A user who asks for mails, with the account whose language they are in if the user has chosen none. */
export type AddressedUser = { readonly who: Pick<SignedIn, 'user' | 'account'> }

/** The function that {@link findNoticeSettings} returns. */
export type FindNoticeSettings = (
  request: NoticeUser,
) => Promise<{ readonly settings: NoticeSettings; readonly isMailed: boolean }>

/** The function that {@link changeNoticeSettings} returns. */
export type ChangeNoticeSettings = (
  request: NoticeUser & { readonly chosen: Pick<NoticeSettings, 'page' | 'mail' | 'isDaily'> },
) => Promise<void>

/** The function that {@link askNoticeAddress} returns. */
export type AskNoticeAddress = (
  request: AddressedUser & { readonly address: string },
) => Promise<PeopleRefusal | { readonly asked: true }>

/** The function that {@link confirmNoticeAddress} returns. */
export type ConfirmNoticeAddress = (
  request: NoticeUser & { readonly code: string },
) => Promise<PeopleRefusal | { readonly address: string }>

/** The function that {@link dropNoticeAddress} returns. */
export type DropNoticeAddress = (request: NoticeUser) => Promise<void>

const hourMs = 3_600_000

/** How many codes a user may have sent, and how many may be tried, in an hour. */
const [codesAnHour, triesAnHour] = [5, 10]

/** The settings of a user, and whether the gateway sends mails. */
export function findNoticeSettings({ notices, mailer }: NoticeSettingPorts): FindNoticeSettings {
  return async ({ who }) => ({ settings: await own(notices, who), isMailed: mailer !== undefined })
}

/** Sets the kinds of notices that a user wants on the page and by mail, for notices from now on. */
export function changeNoticeSettings({ notices }: NoticeSettingPorts): ChangeNoticeSettings {
  return async ({ who, chosen }) => notices.set({ ...(await own(notices, who)), ...chosen })
}

/**
 * Sends a code to an address, which is used once the code is confirmed within an hour. Refused with
 * `malformed_address`, `too_many_attempts`, and with `mail_failed` if the mail server does not accept the mail.
 */
export function askNoticeAddress({ notices, people, mailer, secrets, clock }: NoticeSettingPorts): AskNoticeAddress {
  return async ({ who, address: given }) => {
    const address = given.trim()
    if (!isMailAddress(address)) return malformedAddress
    if (!mailer) return mailFailed
    const [nowMs, { id }] = [clock.nowMs(), who.user]
    const counts = [{ key: `address ${id}`, most: codesAnHour }]
    const counted = await people.countAttempt({ counts, withinMs: hourMs, nowMs })
    if ('retryAtMs' in counted) return tooManyAttempts(counted.retryAtMs)
    const code = newCode(secrets)
    const asked = { address, digest: digestOf(secrets, { id, address, code }), untilMs: nowMs + hourMs }
    // Stored before it is sent: a code that arrives is a code that works.
    await notices.set({ ...(await own(notices, who)), asked })
    const { outcome } = await mailer.sendCode({ address, code, languages: languagesFor(who.user, who.account) })
    return outcome === 'later' || outcome === 'refused' ? mailFailed : { asked: true }
  }
}

/** Confirms an address by the code that was sent to it. Refused with `wrong_code` and `too_many_attempts`. */
export function confirmNoticeAddress({ notices, people, secrets, clock }: NoticeSettingPorts): ConfirmNoticeAddress {
  return async ({ who, code: given }) => {
    const [nowMs, { id }] = [clock.nowMs(), who.user]
    const counts = [{ key: `address code ${id}`, most: triesAnHour }]
    const counted = await people.countAttempt({ counts, withinMs: hourMs, nowMs })
    if ('retryAtMs' in counted) return tooManyAttempts(counted.retryAtMs)
    const settings = await own(notices, who)
    const { asked } = settings
    if (!asked || asked.untilMs <= nowMs) return wrongAddressCode
    const { address } = asked
    const digest = digestOf(secrets, { id, address, code: given.replace(/\s/g, '') })
    if (!secrets.sameDigest(digest, asked.digest)) return wrongAddressCode
    await notices.set({ ...settings, address, asked: null })
    return { address }
  }
}

/** Removes the address of a user: nothing is mailed any longer. */
export function dropNoticeAddress({ notices }: NoticeSettingPorts): DropNoticeAddress {
  return async ({ who }) => notices.set({ ...(await own(notices, who)), address: null, asked: null })
}

async function own(notices: NoticeSettingPorts['notices'], { user }: NoticeUser['who']): Promise<NoticeSettings> {
  const found = (await settingsOf(notices, [user])).get(user.id)
  if (!found) throw new Error('the settings of a user are missing')
  return found
}

/** Six random digits. */
function newCode({ digest, newToken }: Pick<Secrets, 'digest' | 'newToken'>): string {
  const number = Number.parseInt(digest(newToken()).slice(0, 12), 16)
  return String(number % 1_000_000).padStart(6, '0')
}

function digestOf(
  secrets: Pick<Secrets, 'digest'>,
  { id, address, code }: { readonly id: string; readonly address: string; readonly code: string },
): string {
  return secrets.digest(`${id}\n${address}\n${code}`)
}

/** Whether a text is one mail address, in ASCII: nothing in it can begin a header or a second address. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d]{2,63}$/i.test(text)
  )
}

const malformedAddress: PeopleRefusal = {
  refused: 'malformed_address',
  message: 'That is not a mail address, such as amina@example.com',
}

const mailFailed: PeopleRefusal = {
  refused: 'mail_failed',
  message: 'The mail server did not accept a mail to this address: check it, or try again later',
}

const wrongAddressCode: PeopleRefusal = {
  refused: 'wrong_code',
  message: 'This code is wrong, or older than an hour: ask for a new one',
}
