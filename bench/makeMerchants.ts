import { type AccountPorts, createAccount, isRefusal } from '../core/sente.ts'
import type { Merchant } from './merchants.ts'

const pin = '1234'

/** How many accounts are created at once, so that they share flushes. */
const atOnce = 100

/** Creates `count` accounts, each with more money than a run can send. */
export async function makeMerchants(ports: AccountPorts, count: number): Promise<Merchant[]> {
  const create = createAccount(ports)
  const merchants: Merchant[] = []
  while (merchants.length < count) {
    const batch = Array.from({ length: Math.min(atOnce, count - merchants.length) }, () => makeMerchant(create))
    merchants.push(...(await Promise.all(batch)))
  }
  return merchants
}

async function makeMerchant(create: ReturnType<typeof createAccount>): Promise<Merchant> {
  const fund = [{ currency: 'UGX', amount: 1e12 }]
  const created = await create({ name: 'Benchmark', kyc: 'complete', activate: ['UGX'], pin, fund })
  if (isRefusal(created)) throw new Error(created.message)
  return { secretKey: created.secretKey, publicKey: created.publicKey, pin }
}
