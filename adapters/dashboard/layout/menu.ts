type Entry = readonly [name: string, path: string, ...further: string[]]

/** The menu of an account's users: names, paths, and further pages that belong to an entry. */
export const holderMenu: readonly Entry[] = [
  ['Overview', '/dashboard/', '/dashboard/notices'],
  ['Transactions', '/dashboard/transactions', '/dashboard/pay', '/dashboard/ask'],
  ['Batches', '/dashboard/batches'],
  ['Links', '/dashboard/links'],
  ['Statement', '/dashboard/statement'],
  ['Charts', '/dashboard/charts'],
  ['Webhooks', '/dashboard/webhooks', '/dashboard/events'],
  ['Settings', '/dashboard/settings', '/dashboard/actions'],
]

/** The menu of operators, likewise. */
export const operatorMenu: readonly Entry[] = [
  ['Overview', '/operator/', '/operator/quarantine', '/operator/notices'],
  ['Accounts', '/operator/accounts', '/operator/new-account'],
  ['Payments', '/operator/payments', '/operator/attention'],
  ['Exceptions', '/operator/exceptions', '/operator/exceptions-together', '/operator/comparisons'],
  ['Proposals', '/operator/proposals', '/operator/approvals'],
  ['Networks', '/operator/networks'],
  ['Actions', '/operator/actions'],
]
