import { activateCurrency, changeAccount, closeAccount, deactivateCurrency } from '../accounts/changeAccount.ts'
import { createAccount } from '../accounts/createAccount.ts'
import { fundAccount, withdrawFunds } from '../accounts/funding/fundAccount.ts'
import { authenticate } from '../accounts/keys/authenticate.ts'
import { createKey } from '../accounts/keys/createKey.ts'
import { noteKeyUse } from '../accounts/keys/keyUses.ts'
import { revokeKey } from '../accounts/keys/revokeKey.ts'
import { rotateKey } from '../accounts/keys/rotateKey.ts'
import { tellExpiring } from '../accounts/keys/tellExpiring.ts'
import { clearLimits, setLimits } from '../accounts/limits/changeLimits.ts'
import { lookUpLimits, showLimits } from '../accounts/limits/lookUpLimits.ts'
import { listKeys } from '../accounts/listKeys.ts'
import { findAccount, listAccounts, listFundings, lookUpAccount } from '../accounts/lookUpAccounts.ts'
import { lookUpWrongPins } from '../accounts/pin/lookUpWrongPins.ts'
import { countPinKeyUses } from '../accounts/pin/pinKeys.ts'

/**
 * The use cases for accounts, their keys, limits and money.
 *
 * @hidden
 */
export const accountUseCases = {
  activateCurrency,
  changeAccount,
  closeAccount,
  deactivateCurrency,
  createAccount,
  fundAccount,
  withdrawFunds,
  authenticate,
  createKey,
  noteKeyUse,
  revokeKey,
  rotateKey,
  tellExpiring,
  clearLimits,
  setLimits,
  lookUpLimits,
  showLimits,
  listKeys,
  findAccount,
  listAccounts,
  listFundings,
  lookUpAccount,
  lookUpWrongPins,
  countPinKeyUses,
}
