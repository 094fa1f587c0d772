import { nodeSecrets, systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { createAccount, isRefusal, uganda } from '../../../../core/sente.ts'
import { pinKeys } from '../processes/openings.ts'

/** An account whose merchant requests payments, and its opening balance in UGX. */
export type CrashAccount = {
  readonly id: string
  readonly secretKey: string
  readonly publicKey: string
  readonly pin: string
  readonly fundedMinor: bigint
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
  const create = createAccount({
    ...store,
    clock: systemClock,
    ids: uuids,
    secrets: nodeSecrets({ pinKeys }),
    market: uganda,
  })
  const accounts: CrashAccount[] = []
  for (const { amount, pin } of merchants) {
    const fund = [{ currency: 'UGX', amount }]
    const created = await create({ by: 'amina', name: 'Duka', kyc: 'complete', activate: ['UGX'], pin: rightPin, fund })
    if (isRefusal(created)) throw new Error(created.message)
    const { account, secretKey, publicKey } = created
    accounts.push({ id: account.id, secretKey, publicKey, pin, fundedMinor: BigInt(amount) })
  }
  await store.close()
  return accounts
}
