import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { v7 } from 'uuid'
import { nodeSecrets, systemClock, uuids } from '../../adapters/node/node.ts'
import { openSqliteStore } from '../../adapters/sqlite/store/sqliteStore.ts'
import { uganda } from '../../core/sente.ts'
import { makeMerchants } from './makeMerchants.ts'

type Opening = { readonly path: string; readonly accounts: number; readonly beginMs: number }

/**
 * Creates the database as the product does, in place of an existing one, and its accounts through the core. They are as
 * old as its first payment.
 */
export async function openDatasetAccounts({ path, accounts, beginMs }: Opening) {
  for (const name of ['', '-wal', '-shm', '-serving']) rmSync(`${path}${name}`, { force: true })
  const pinKey = randomBytes(32).toString('hex')
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  const ports = {
    accounts: store.accounts,
    books: store.books,
    clock: { ...systemClock, nowMs: () => beginMs },
    ids: { ...uuids, ordered: () => v7({ msecs: beginMs }) },
    secrets: nodeSecrets({ pinKeys: { current: pinKey } }),
    market: uganda,
  }
  try {
    return { pinKey, merchants: await makeMerchants(ports, accounts) }
  } finally {
    await store.close()
  }
}
