import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { totpCodes } from '../../adapters/dashboard/people/authenticators/codes.ts'
import { nodePasswords } from '../../adapters/node/node.ts'
import {
  type AccountPorts,
  acceptInvitation,
  authenticate,
  beginCodes,
  enrolCodes,
  inviteUser,
  type Store,
} from '../../core/sente.ts'
import type { Merchant } from '../instruments/merchants.ts'

/** The cookies of the browsers of signed-in people. */
export type Cookies = {
  /** One for the account of each merchant, in the same order. */
  readonly managers: readonly string[]
  readonly operator: string
}

type Ports = AccountPorts & Pick<Store, 'people'>

const client = { network: '127.0.0.1', device: 'a browser' }

/** Signs an owner of each merchant's account in, and an operator with a second step. */
export async function signInPeople(given: Ports, pinKey: string, merchants: readonly Merchant[]): Promise<Cookies> {
  const ports = {
    ...given,
    codes: totpCodes({ current: pinKey }),
    operatorsTakeTwoSteps: true,
    // Hashes at their full price would take a minute, and are not part of the measurement.
    passwords: nodePasswords({ log2N: 4, r: 8, p: 1 }),
    guesses: { log10: async () => 20 },
  }
  const managers: string[] = []
  for (const { secretKey } of merchants) {
    const { account } = granted(await authenticate(ports)({ secretKey }))
    managers.push(cookieOf(await join(ports, account.id)))
  }
  const { session } = await join(ports, null)
  const { secret } = granted(await beginCodes(ports)({ session }))
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return { managers, operator: cookieOf(granted(await enrolCodes(ports)({ session, code, client }))) }
}

async function join(ports: Ports & Parameters<typeof acceptInvitation>[0], accountId: string | null) {
  const role = accountId === null ? 'administrator' : 'owner'
  const { token } = granted(await inviteUser(ports)({ by: 'bench', role, accountId }))
  const person = { name: `bench-${randomUUID()}`, password: 'seven herons over Jinja', client }
  return granted(await acceptInvitation(ports)({ token, ...person }))
}

function cookieOf({ token }: { readonly token: string }): string {
  return `sente-session=${token}`
}

function granted<T extends object>(answer: T): Exclude<T, { readonly refused: string }> {
  if ('refused' in answer) throw new Error(String(answer.refused))
  return answer as Exclude<T, { readonly refused: string }>
}
