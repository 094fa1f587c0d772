import { nodeSecrets, systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { createAccount, createKey, isRefusal, type KeyScope, uganda } from '../../../../core/sente.ts'
import { pinKeys } from '../processes/openings.ts'

/** An account whose merchant requests payments, and its opening balance in UGX. */
export type CrashAccount = {
  readonly id: string
  /** The one that may do everything. */
  readonly secretKey: string
  /** Others, which are used where there are any. */
  readonly keys?: CrashKeys
  readonly publicKey: string
  readonly pin: string
  readonly fundedMinor: bigint
}

/** A secret key with a scope of its own. */
type CrashKey = { readonly id: string; readonly secret: string; isRevoked: boolean }

type CrashKeys = {
  /** One that may only look things up, and one that approves batches. */
  readonly reader: CrashKey
  readonly approver: CrashKey
  /** Those that may only collect, one after the other; the last is used. */
  readonly tills: CrashKey[]
}

const rightPin = '4071'

/** Three that can pay every order, one that often can't, and one whose merchant doesn't know the PIN. */
const merchants = [
  ...[1_000_000_000, 1_000_000_000, 1_000_000_000, 20_000].map((amount) => ({ amount, pin: rightPin })),
  { amount: 1_000_000_000, pin: '9999' },
]

/** Which of them may be refused for a low balance, and which for a wrong PIN. */
export const poorAccount = 3
export const guessingAccount = 4

/** Opens the accounts in a database that a server has made. */
export async function openCrashAccounts(databasePath: string): Promise<readonly CrashAccount[]> {
  const store = openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: false })
  const ports = { ...store, clock: systemClock, ids: uuids, secrets: nodeSecrets({ pinKeys }), market: uganda }
  const accounts: CrashAccount[] = []
  for (const { amount, pin } of merchants) {
    const fund = [{ currency: 'UGX', amount }]
    const about = { by: 'amina', name: 'Duka', kyc: 'complete', activate: ['UGX'], pin: rightPin, fund } as const
    const created = await createAccount(ports)(about)
    if (isRefusal(created)) throw new Error(created.message)
    const { account, secretKey, publicKey } = created
    const { id } = account
    const keyFor = async (name: string, scope: KeyScope): Promise<CrashKey> => {
      const made = await createKey(ports)({ by: 'amina', accountId: id, name, scopes: [scope] })
      if (isRefusal(made)) throw new Error(made.message)
      return { id: made.keyId, secret: made.key, isRevoked: false }
    }
    const keys = {
      reader: await keyFor('reader', 'read'),
      approver: await keyFor('approver', 'pay'),
      tills: [await keyFor('till', 'collect')],
    }
    accounts.push({ id, secretKey, publicKey, keys, pin, fundedMinor: BigInt(amount) })
  }
  await store.close()
  return accounts
}
