import type { NoticeRecord, Role } from '../../core/sente.ts'

type About = Pick<NoticeRecord, 'kind' | 'facts'>

/**
 * The texts of a language for notices, each in one line, without names of customers, phone numbers or secrets, and for
 * mails with them.
 */
export type NoticeTexts = {
  readonly paid: (sum: string) => string
  readonly paidTogether: (payments: number, sum: string) => string
  readonly proposal: (proposal: string) => string
  readonly batch: (lines: number) => string
  readonly batchOf: (lines: number, sum: string) => string
  readonly endpoint: Readonly<Record<'fails' | 'off', string>>
  /** By the kind of the action. */
  readonly keys: Readonly<Record<'key.create' | 'key.rotate' | 'key.revoke' | 'expires', string>>
  /** Likewise. */
  readonly users: Readonly<Record<UserChange, (role: string) => string>>
  readonly roles: Readonly<Record<Role, string>>
  readonly float: (network: string, currency: string) => string
  readonly mail: {
    /** The subject of a mail with several. */
    readonly several: (notices: number) => string
    readonly choose: (url: string) => string
    readonly codeSubject: string
    readonly codeText: string
  }
}

type UserChange =
  | 'user.invite'
  | 'user.new-password'
  | 'user.join'
  | 'user.set'
  | 'user.suspend'
  | 'user.resume'
  | 'user.remove'
  | 'user.reset-second-step'
  | 'changed'

/** The texts in English. */
export const noticeTexts: NoticeTexts = {
  paid: (sum) => `${sum} came in`,
  paidTogether: (payments, sum) => `${payments} payments came in, ${sum} in all`,
  proposal: (proposal) => `Proposal ${proposal} waits for a second person`,
  batch: (lines) => `A batch of ${lines} payouts waits for a second person`,
  batchOf: (lines, sum) => `A batch of ${lines} payouts, ${sum}, waits for a second person`,
  endpoint: { fails: 'A webhook endpoint accepts no events', off: 'A webhook endpoint was switched off' },
  keys: {
    'key.create': 'A new API key was made',
    'key.rotate': 'An API key has a successor',
    'key.revoke': 'An API key was revoked',
    expires: 'An API key expires soon',
  },
  users: {
    'user.invite': (role) => `A person was invited as ${role}`,
    'user.new-password': () => 'A link for a new password was made for a user',
    'user.join': (role) => `A user joined as ${role}`,
    'user.set': (role) => `A user now has the role ${role}`,
    'user.suspend': () => 'A user was suspended',
    'user.resume': () => 'A suspended user may sign in again',
    'user.remove': () => 'A user was removed',
    'user.reset-second-step': () => 'The second step of a user was reset',
    changed: () => 'A user was changed',
  },
  roles: {
    owner: 'owner',
    finance: 'finance',
    support: 'support',
    developer: 'developer',
    viewer: 'viewer',
    administrator: 'administrator',
    security: 'security',
  },
  float: (network, currency) => `The float at ${network} in ${currency} runs out soon`,
  mail: {
    several: (notices) => `${notices} notices`,
    choose: (url) => `Choose which notices you get: ${url}`,
    codeSubject: 'The code for your mail address',
    codeText:
      'Enter this code on the page where you have given your address. It works for an hour.\nIf you have not asked for it, ignore this mail.',
  },
}

/** The form of notices in a language, on pages and in mails. */
export type NoticeForm = {
  /** The code of the language, by ISO 639-1. */
  readonly code: string
  readonly texts: NoticeTexts
  readonly amountText: (amountMinor: bigint, currency: string) => string
}

/** A notice in one line. */
export function noticeText({ kind, facts }: About, form: NoticeForm): string {
  const { texts } = form
  const sum = () => form.amountText(BigInt(String(facts.minor)), String(facts.currency))
  switch (kind) {
    case 'paid':
      return facts.payments === 1 ? texts.paid(sum()) : texts.paidTogether(Number(facts.payments), sum())
    case 'approval':
      if (facts.proposal !== undefined) return texts.proposal(String(facts.proposal))
      return facts.minor === undefined ? texts.batch(Number(facts.lines)) : texts.batchOf(Number(facts.lines), sum())
    case 'endpoint':
      return facts.disabled === null ? texts.endpoint.fails : texts.endpoint.off
    case 'key':
      return ownOf(texts.keys, facts.change) ?? texts.keys.expires
    case 'people':
      return (ownOf(texts.users, facts.change) ?? texts.users.changed)(
        ownOf(texts.roles, facts.role) ?? String(facts.role),
      )
    case 'float':
      return texts.float(String(facts.network), String(facts.currency))
  }
}

/** The text under a name of a fact, if there is one. */
function ownOf<Text>(texts: Readonly<Record<string, Text>>, name: unknown): Text | undefined {
  return Object.hasOwn(texts, String(name)) ? texts[String(name)] : undefined
}

/** The path of the page about a notice's object. */
export function noticePath({ kind, facts }: About): string {
  switch (kind) {
    case 'paid':
      return facts.transaction === undefined
        ? '/dashboard/transactions'
        : `/dashboard/transactions/${facts.transaction}`
    case 'approval':
      return facts.proposal === undefined
        ? `/dashboard/batches/${facts.batch}`
        : `/operator/proposals/${facts.proposal}`
    case 'endpoint':
      return `/dashboard/webhooks/${facts.endpoint}`
    case 'key':
      return '/dashboard/settings'
    case 'people':
      return facts.operators === true ? '/operator/actions' : '/dashboard/settings/users'
    case 'float':
      return '/operator/networks'
  }
}

/** The page with all notices of a user. */
export function noticesPath({ isOperator }: { readonly isOperator: boolean }): string {
  return isOperator ? '/operator/notices' : '/dashboard/notices'
}
