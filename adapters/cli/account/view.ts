import {
  type Account,
  type AccountKey,
  type AccountWithBalances,
  type BalanceRow,
  type Calendar,
  isRefusal,
  type ListAccounts,
  type LookUpAccount,
  lookUpAccount,
  momentIn,
  type OperatorRefusal,
  scopesOf,
  toDecimal,
  type WrongPins,
} from '../../../core/sente.ts'
import { local, utc } from '../../formats/moment.ts'
import { balanceData } from '../../formats/statement/json.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer, Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { lines, table } from '../output/output.ts'

/** Accounts with their balances, as JSON and as a table. */
export function accountsAnswer(page: Exclude<Awaited<ReturnType<ListAccounts>>, OperatorRefusal>): CommandAnswer {
  const { accounts, next } = page
  const text = accountsText(
    accounts.map(({ account }) => account),
    next,
  )
  return { json: { accounts: accounts.map(accountJson), next }, text }
}

/** Answers with the account that a use case returned, as it is shown, or with its refusal. */
export async function accountAnswer(
  account: Account | OperatorRefusal,
  store: Shown,
): Promise<CommandAnswer | Refused> {
  return isRefusal(account) ? account : shownAccount(account.id, store)
}

/** An account with its balances, and the count of its wrong PINs. */
export async function shownAccount(accountId: string, store: Shown): Promise<CommandAnswer | Refused> {
  const found = await lookUpAccount(store)({ accountId })
  if (isRefusal(found)) return found
  const { account, balances, wrongPins } = found
  const { inADay: wrong_pins, lockedUntilMs } = wrongPins
  const pin_locked_until = lockedUntilMs === null ? null : utc(lockedUntilMs)
  return {
    json: { ...accountJson(found), wrong_pins, pin_locked_until },
    text: accountText({ account, balances, wrongPins }, todayOf(store).days),
  }
}

type FoundAccount = Exclude<Awaited<ReturnType<LookUpAccount>>, OperatorRefusal>

/** The parts of the store that show an account. */
type Shown = Pick<CliStore, 'accounts' | 'books' | 'clock' | 'days'>

function pinText({ pin }: Account, { inADay, lockedUntilMs }: WrongPins, days: Calendar): string {
  return [
    pin === null ? 'not set' : 'set',
    ...(lockedUntilMs === null ? [] : [`locked until ${local(lockedUntilMs, days)}`]),
    ...(inADay === 0 ? [] : [`${inADay} wrong in 24 hours`]),
  ].join(', ')
}

/** Keys as JSON: never the key itself or its digest. */
export function keysJson(keys: readonly AccountKey[]): object[] {
  return keys.map((key) => ({
    key_id: key.id,
    kind: key.kind,
    active: key.active,
    prefix: key.prefix,
    ...(key.kind === 'secret' && termsJson(key)),
    created_at: utc(momentIn(key.id)),
    last_used_at: timeOf(key.lastUsedAtMs),
  }))
}

function termsJson(key: AccountKey) {
  const { name, expiresAtMs, addresses } = key
  return { name, scopes: scopesOf(key), expires_at: timeOf(expiresAtMs), addresses }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : utc(ms)
}

const usualColumns = ['Key', 'Kind', 'Active', 'Begins', 'Created', 'Last used']

/** Keys as a table, with the times of a calendar, and with their scopes if one of them has a name. */
export function keyTable(keys: readonly AccountKey[], days: Calendar): string {
  const rows = keys.map((key) => ({
    Key: key.id,
    Kind: key.kind,
    Active: key.active ? 'yes' : 'no',
    Begins: key.prefix ?? '',
    Created: local(momentIn(key.id), days),
    'Last used': key.lastUsedAtMs === null ? 'never' : local(key.lastUsedAtMs, days),
    Name: key.name ?? '',
    Scopes: key.scopes?.join(' ') ?? '',
    Expires: key.expiresAtMs === null ? '' : local(key.expiresAtMs, days),
    From: key.addresses?.join(' ') ?? '',
  }))
  const isUsual = keys.every(({ name }) => name === null)
  return table(isUsual ? usualColumns : [...usualColumns, 'Name', 'Scopes', 'Expires', 'From'], rows)
}

function accountJson({ account, balances }: AccountWithBalances) {
  const { id, name, kyc, apiAccess, pin, language, closed, activatedCurrencies, keys } = account
  return {
    account_id: id,
    name,
    kyc,
    api_access: apiAccess,
    pin_set: pin !== null,
    language,
    closed,
    currencies: activatedCurrencies,
    balances: Object.fromEntries(balances.map((balance) => [balance.currency, balanceData(balance, balance.currency)])),
    keys: keysJson(keys),
  }
}

function accountsText(accounts: readonly Account[], next: string | null): string {
  if (accounts.length === 0) return 'No accounts found.\n'
  const rows = accounts.map(({ id, name, kyc, apiAccess, pin, closed, activatedCurrencies }) => ({
    Account: id,
    Name: name,
    KYC: kyc,
    API: apiAccess ? 'on' : 'off',
    PIN: pin === null ? 'not set' : 'set',
    Currencies: activatedCurrencies.join(', '),
    Closed: closed ? 'closed' : '',
  }))
  const more = next === null ? '' : `\nThere are more: repeat the command with --before ${next}\n`
  return table(['Account', 'Name', 'KYC', 'API', 'PIN', 'Currencies', 'Closed'], rows) + more
}

function accountText({ account, balances, wrongPins }: FoundAccount, days: Calendar): string {
  const { id, name, kyc, apiAccess, language, closed, activatedCurrencies, keys } = account
  const about = lines([
    ['Account', id],
    ['Name', name],
    ['KYC', kyc],
    ['API access', apiAccess ? 'on' : 'off'],
    ['PIN', pinText(account, wrongPins, days)],
    ['Language', language ?? 'as each browser asks'],
    ['Closed', closed ? 'yes' : 'no'],
    ['Currencies', activatedCurrencies.join(', ') || 'none activated'],
  ])
  return [about, balanceTable(balances), keyTable(keys, days)].filter(Boolean).join('\n')
}

function balanceTable(balances: readonly BalanceRow[]): string {
  if (balances.length === 0) return ''
  const rows = balances.map(({ currency, availableMinor, heldMinor }) => ({
    Balance: currency,
    Available: toDecimal(availableMinor, currency),
    Held: toDecimal(heldMinor, currency),
  }))
  return table(['Balance', 'Available', 'Held'], rows, ['Available', 'Held'])
}
