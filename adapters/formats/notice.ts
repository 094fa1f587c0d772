import type { NoticeRecord } from '../../core/sente.ts'
import { amountText } from './amount.ts'

type About = Pick<NoticeRecord, 'kind' | 'facts'>

/** A notice in one line, without names of customers, phone numbers or secrets: mails have it as their subject. */
export function noticeText({ kind, facts }: About): string {
  switch (kind) {
    case 'paid':
      return facts.payments === 1 ? `${sum(facts)} came in` : `${facts.payments} payments came in, ${sum(facts)} in all`
    case 'approval':
      if (facts.proposal !== undefined) return `Proposal ${facts.proposal} waits for a second person`
      return facts.minor === undefined
        ? `A batch of ${facts.lines} payouts waits for a second person`
        : `A batch of ${facts.lines} payouts, ${sum(facts)}, waits for a second person`
    case 'endpoint':
      return facts.disabled === null ? 'A webhook endpoint accepts no events' : 'A webhook endpoint was switched off'
    case 'key':
      return keyTexts[String(facts.change)] ?? 'An API key expires soon'
    case 'people':
      return userTexts[String(facts.change)]?.(String(facts.role)) ?? 'A user was changed'
    case 'float':
      return `The float at ${facts.network} in ${facts.currency} runs out soon`
  }
}

/** The texts for changes of keys, by the kind of the action. */
const keyTexts: Readonly<Record<string, string>> = {
  'key.create': 'A new API key was made',
  'key.rotate': 'An API key has a successor',
  'key.revoke': 'An API key was revoked',
}

/** The texts for changes of users, likewise. */
const userTexts: Readonly<Record<string, (role: string) => string>> = {
  'user.invite': (role) => `A person was invited as ${role}`,
  'user.new-password': () => 'A link for a new password was made for a user',
  'user.join': (role) => `A user joined as ${role}`,
  'user.set': (role) => `A user now has the role ${role}`,
  'user.suspend': () => 'A user was suspended',
  'user.resume': () => 'A suspended user may sign in again',
  'user.remove': () => 'A user was removed',
  'user.reset-second-step': () => 'The second step of a user was reset',
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

function sum({ minor, currency }: About['facts']): string {
  return amountText(BigInt(String(minor)), String(currency))
}
