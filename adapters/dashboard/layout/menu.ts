import type { Texts } from '../languages/english/texts.ts'

type Entry<Name = string> = readonly [name: Name, path: string, ...further: string[]]

/** The menu of an account's users: names of texts, paths, and further pages that belong to an entry. */
export const holderMenu: readonly Entry<keyof Texts['menu']>[] = [
  ['overview', '/dashboard/', '/dashboard/notices'],
  ['transactions', '/dashboard/transactions', '/dashboard/pay', '/dashboard/ask'],
  ['batches', '/dashboard/batches'],
  ['links', '/dashboard/links'],
  ['statement', '/dashboard/statement'],
  ['charts', '/dashboard/charts'],
  ['webhooks', '/dashboard/webhooks', '/dashboard/events'],
  ['settings', '/dashboard/settings', '/dashboard/actions'],
]

/** The menu of operators with names in English, likewise. */
export const operatorMenu: readonly Entry[] = [
  ['Overview', '/operator/', '/operator/quarantine', '/operator/books', '/operator/closes', '/operator/notices'],
  ['Accounts', '/operator/accounts', '/operator/new-account'],
  ['Payments', '/operator/payments', '/operator/attention'],
  ['Exceptions', '/operator/exceptions', '/operator/exceptions-together', '/operator/comparisons'],
  ['Proposals', '/operator/proposals', '/operator/approvals'],
  ['Networks', '/operator/networks', '/operator/float', '/operator/money'],
  ['Actions', '/operator/actions'],
]
