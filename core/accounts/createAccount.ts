import { type Attribution, type Done, recording, refuseAttribution } from '../actions/attribution.ts'
import type { Account } from '../model/account.ts'
import { type FourEyes, isAboveFourEyes } from '../model/fourEyes.ts'
import type { Market } from '../model/market.ts'
import { toMinor } from '../model/money.ts'
import { type OperatorRefusal, unconfiguredCurrency } from '../model/operatorRefusal.ts'
import type { AccountPorts } from '../ports/accountPorts.ts'
import { factsOf } from './accountFacts.ts'
import { fundAccount } from './funding/fundAccount.ts'
import { checkOpeningBalances, fundOpeningBalances } from './funding/openingBalances.ts'
import { storedKey } from './keys/rotateKey.ts'
import { refuseNewPin } from './pin/judgePin.ts'

/**
 * A new account. By default KYC is incomplete, API access is on, there is no PIN, and nothing is activated or funded.
 */
export type NewAccount = {
  /** For requests that may be repeated: an id creates one account. A UUID of version 7, a new one by default. */
  readonly id?: string
  readonly name: string
  readonly kyc?: Account['kyc']
  /** ISO 4217 codes of the currencies in which it may pay. */
  readonly activate?: readonly string[]
  /** 4 to 6 digits that don't repeat or run. */
  readonly pin?: string
  /** Opening balances in major units. */
  readonly fund?: readonly { readonly currency: string; readonly amount: number }[]
} & Omit<Attribution, 'approval'>

/** A new account and its keys in clear, which are shown once and never again. */
export type CreatedAccount = { readonly account: Account; readonly secretKey: string; readonly publicKey: string }

/** The function that {@link createAccount} returns. */
export type CreateAccount = (request: NewAccount) => Promise<CreatedAccount | OperatorRefusal>

/**
 * Creates an account with one secret and one public key. Each opening balance is funded under the reference
 * `initial-CURRENCY`. Refused with `malformed_pin`, `guessable_pin`, `unknown_currency`, `malformed_amount` or
 * `funding_reference_reused` before anything is created, and with `closed_account` when the account is closed before it
 * is funded. Refused with `account_exists` for an id that was already used, and with `approval_needed` for values that
 * need two people: they are proposed separately, for the existing account.
 */
export function createAccount(ports: AccountPorts & { readonly fourEyes?: FourEyes | undefined }): CreateAccount {
  const fund = fundAccount(ports)
  return async (given) => {
    const refusal = refuseAttribution(given) ?? checkNew(given, ports.market) ?? takesTwo(given, ports.fourEyes)
    if (refusal) return refusal
    if (await isThere(ports, given.id)) return accountExists
    const secretKey = ports.secrets.newKey('secret')
    const publicKey = ports.secrets.newKey('public')
    const account = build(given, { secretKey, publicKey }, ports)
    const { by, because } = given
    try {
      await ports.accounts.add(
        account,
        recording(ports, { by, because })(() => createdDone(account)),
      )
    } catch (error) {
      // Of concurrent requests one adds it.
      if (await isThere(ports, given.id)) return accountExists
      throw error
    }
    const refused = await fundOpeningBalances({ accountId: account.id, by, because }, given.fund ?? [], fund)
    if (refused) return refused
    return { account, secretKey, publicKey }
  }
}

const accountExists: OperatorRefusal = {
  refused: 'account_exists',
  message: 'This account already exists. Its keys were shown when it was created',
}

async function isThere({ accounts }: AccountPorts, id: string | undefined): Promise<boolean> {
  return id !== undefined && (await accounts.byId(id)) !== undefined
}

function takesTwo({ kyc, fund = [] }: NewAccount, fourEyes: FourEyes | undefined): OperatorRefusal | undefined {
  if (!fourEyes) return undefined
  const isAbove = fund.some(({ currency, amount }) => isAboveFourEyes(fourEyes, currency, toMinor(amount, currency)))
  if (!isAbove && !(kyc === 'complete' && fourEyes.kinds.has('kyc'))) return undefined
  const message = 'Two people are needed: create the account without it, then propose it by account set or account fund'
  return { refused: 'approval_needed', message }
}

function checkNew({ activate = [], pin, fund = [] }: NewAccount, market: Market): OperatorRefusal | undefined {
  const unfit = pin === undefined ? undefined : refuseNewPin(pin)
  if (unfit) return unfit
  const unknown = activate.find((currency) => !market.has(currency))
  if (unknown !== undefined) return unconfiguredCurrency(unknown, market)
  return checkOpeningBalances(fund, market)
}

function build(
  { id: given, name, kyc = 'incomplete', activate = [], pin }: NewAccount,
  { secretKey, publicKey }: { secretKey: string; publicKey: string },
  { clock, ids, secrets }: AccountPorts,
): Account {
  const id = given ?? ids.ordered()
  return {
    id,
    name,
    kyc,
    apiAccess: true,
    closed: false,
    activatedCurrencies: [...new Set(activate)],
    limits: {},
    pin: pin === undefined ? null : secrets.seal(id, pin),
    language: null,
    keys: [
      storedKey('secret', secretKey, { clock, ids, secrets }),
      storedKey('public', publicKey, { clock, ids, secrets }),
    ],
    version: 1,
  }
}

function createdDone(account: Account): Done {
  const { id, name, keys } = account
  const after = { name, ...factsOf(account), keys: keys.map((key) => key.id) }
  return { kind: 'account.create', accountId: id, subject: `account ${id}`, before: null, after }
}
