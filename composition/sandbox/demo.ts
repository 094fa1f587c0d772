import { type AccountPorts, createAccount, isRefusal } from '../../core/sente.ts'
import { type DemoKeys, keepSandboxSecrets, type SandboxSecrets } from './secrets.ts'

/** Resolves with the keys in clear of a sandbox's demo account, which is created if there is none yet. */
export async function demoAccount(
  ports: AccountPorts,
  { databasePath, secrets }: { databasePath: string; secrets: SandboxSecrets },
): Promise<DemoKeys> {
  const { demo } = secrets
  if (demo && (await ports.accounts.byId(demo.accountId))) return demo
  const created = await createAccount(ports)({
    by: 'sandbox',
    because: 'the first start',
    name: 'Demo',
    kyc: 'complete',
    activate: ['UGX'],
    pin: demoPin,
    fund: [{ currency: 'UGX', amount: 1_000_000 }],
  })
  if (isRefusal(created)) throw new Error(created.message)
  const { account, secretKey, publicKey } = created
  const made = { accountId: account.id, secretKey, publicKey }
  keepSandboxSecrets(databasePath, { ...secrets, demo: made })
  return made
}

/** Not a secret: it can move no real money. */
export const demoPin = '4071'
