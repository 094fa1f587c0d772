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
const demoPin = '4071'

/** What a sandbox prints when it is up: the demo account's keys, and a command to paste. */
export function greeting(url: string, demo: DemoKeys, reference: string): string {
  const body = {
    apikey: demo.publicKey,
    reference,
    phone_number: '256770000001',
    amount: 5000,
    currency: 'UGX',
    network: 'MTN',
    pin: demoPin,
  }
  return `
sente is up at ${url}: a sandbox with simulated networks, where no real money moves

  account     ${demo.accountId}
  secret key  ${demo.secretKey}
  public key  ${demo.publicKey}
  PIN         ${demoPin}

Send UGX 5,000 (for another payment, change the reference):

curl -si ${url}/api/v1/send-money -H 'Authorization: Bearer ${demo.secretKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'

Stop with Ctrl-C.
`
}
