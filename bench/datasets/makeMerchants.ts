import { type Account, type AccountPorts, createAccount, isRefusal } from '../../core/sente.ts'
import type { Merchant } from '../instruments/merchants.ts'

const pin = '4071'

/** The number of accounts that are created at once, so that they share flushes. */
const atOnce = 100

/** Does something with a new account, given its number. */
type OnMade = (account: Account, nth: number) => Promise<unknown>

/** Creates `count` accounts, each with more money than a run can send. */
export async function makeMerchants(ports: AccountPorts, count: number, onMade?: OnMade): Promise<Merchant[]> {
  const create = createAccount(ports)
  const merchants: Merchant[] = []
  while (merchants.length < count) {
    const begun = merchants.length
    const batch = Array.from({ length: Math.min(atOnce, count - begun) }, async (_, index) => {
      const { account, ...merchant } = await makeMerchant(create)
      await onMade?.(account, begun + index)
      return merchant
    })
    merchants.push(...(await Promise.all(batch)))
  }
  return merchants
}

async function makeMerchant(create: ReturnType<typeof createAccount>): Promise<Merchant & { account: Account }> {
  const fund = [{ currency: 'UGX', amount: 1e12 }]
  const created = await create({ by: 'amina', name: 'Benchmark', kyc: 'complete', activate: ['UGX'], pin, fund })
  if (isRefusal(created)) throw new Error(created.message)
  return { account: created.account, secretKey: created.secretKey, publicKey: created.publicKey, pin }
}
