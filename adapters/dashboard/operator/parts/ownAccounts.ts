import { named } from '../../request/named.ts'

const names = {
  bank: 'bank',
  fees_paid: 'fees paid',
  suspense: 'suspense: not explained yet',
  capital: 'capital: put in, or taken out',
} as const

/** The name of an account of the operator. */
export function accountName(account: string): string {
  const [, float] = /^float:(.*)$/.exec(account) ?? []
  return float === undefined ? (named(names, account) ?? account) : `float ${float.replace(':', ' ')}`
}
