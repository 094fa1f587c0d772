import type { Texts } from '../languages/english/texts.ts'

type Entry<Name> = readonly [name: Name, path: string, ...further: string[]]

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

/** The menu of operators, likewise. */
export const operatorMenu: readonly Entry<keyof Texts['operatorMenu']>[] = [
  ['overview', '/operator/', '/operator/quarantine', '/operator/books', '/operator/closes', '/operator/notices'],
  ['accounts', '/operator/accounts', '/operator/new-account'],
  ['payments', '/operator/payments', '/operator/attention'],
  ['exceptions', '/operator/exceptions', '/operator/exceptions-together', '/operator/comparisons'],
  ['proposals', '/operator/proposals', '/operator/approvals'],
  ['networks', '/operator/networks', '/operator/float', '/operator/money'],
  ['actions', '/operator/actions'],
]
