import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Container } from 'inversify'
import { pino } from 'pino'
import { buildContainer } from '../composition/container.ts'
import { startGateway } from '../composition/runtime/serve.ts'
import { startSandbox } from '../composition/sandbox/sandbox.ts'
import { tokens } from '../composition/tokens.ts'
import type { World } from '../composition/wiring.ts'
import {
  authenticate,
  createAccount,
  type FollowUpPolicy,
  isRefusal,
  type Kind,
  type OpenedPayment,
  type Transaction,
} from '../core/sente.ts'

/** A sandbox in this process: real HTTP, a real database file, both simulated networks. */
export type SandboxGateway = {
  readonly url: string
  readonly container: Container
  readonly world: World
  /** Opens an account of UGX 10,000 that may do everything. */
  openAccount(): ReturnType<typeof openAccount>
  /** Opens a payment of UGX 500 for an account of its own. */
  pay(payment: { kind: Kind; network: string; number: string }): Promise<OpenedPayment & { balance(): Promise<string> }>
  stored(id: string): Promise<Transaction>
  /** Stops the simulated networks, so that nobody listens where they were. */
  stopNetworks(): Promise<void>
  close(): Promise<void>
}

/** Starts it, with another policy of the follow-up if need be. */
export async function openSandboxGateway(policy?: FollowUpPolicy): Promise<SandboxGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  const databasePath = join(folder, 'sandbox.db')
  const closers: (() => unknown)[] = []
  const sandbox = await startSandbox({ databasePath, pinKeys: undefined, publicUrl: undefined }, closers)
  const [stopNetworks] = closers
  const world = policy ? { ...sandbox, policy } : sandbox
  const log = pino({ level: 'silent' })
  const container = buildContainer({ purpose: 'sandbox', databasePath, serving: { onLost }, log, ...world })
  const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
  await world.greet?.(url, container.get(tokens.accountPorts))
  const { books } = container.get(tokens.accountPorts)
  return {
    url,
    container,
    world,
    openAccount: () => openAccount(container),
    async pay({ kind, network, number }) {
      const { caller, account, publicKey: apikey } = await openAccount(container)
      const pay = container.get(kind === 'payout' ? tokens.sendMoney : tokens.collectMoney)
      const phoneNumber = `256770${number}`
      const request = { apikey, reference: 'order-1', phoneNumber, amount: 500, currency: 'UGX', network, pin: '1234' }
      const opened = await pay(caller, request)
      if (isRefusal(opened)) throw new Error(opened.refused)
      const balance = async () => {
        const [row] = await books.balances(account.id)
        return `${row?.availableMinor} ${row?.heldMinor}`
      }
      return { ...opened, balance }
    },
    async stored(id) {
      const transaction = await books.transaction(id)
      if (!transaction) throw new Error(`no transaction ${id}`)
      return transaction
    },
    async stopNetworks() {
      await stopNetworks?.()
    },
    async close() {
      for (const close of closers.reverse()) await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens an account of UGX 10,000 that may do everything, and authenticates it. */
export async function openAccount(container: Container) {
  const ports = container.get(tokens.accountPorts)
  const created = await createAccount(ports)({
    name: 'Duka',
    kyc: 'complete',
    activate: ['UGX'],
    pin: '1234',
    fund: [{ currency: 'UGX', amount: 10_000 }],
  })
  if (isRefusal(created)) throw new Error(created.message)
  const caller = await authenticate(ports)(created.secretKey)
  if (isRefusal(caller)) throw new Error(caller.refused)
  return { ...created, caller }
}

function onLost(error: unknown) {
  throw error
}

/** Waits until something is so; what never comes about ends with the test's own timeout. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
