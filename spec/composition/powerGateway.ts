import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Container } from 'inversify'
import { pino } from 'pino'
import type { Serving } from '../../adapters/sqlite/store/sqliteStore.ts'
import { buildContainer } from '../../composition/container.ts'
import { startGateway } from '../../composition/runtime/serve.ts'
import { startSandbox } from '../../composition/sandbox/sandbox.ts'
import { tokens } from '../../composition/tokens.ts'
import type { MobileProvider } from '../../core/sente.ts'
import { openAccount } from '../sandboxGateway.ts'

/** A sandbox in this process whose log is flushed as the test says; Airtel executes payouts at once. */
export type PowerGateway = {
  readonly container: Container
  readonly airtel: MobileProvider
  /** Opens an account of UGX 10,000 and resolves with how it asks: a path below the API's, and a body for a POST. */
  openAccount(): Promise<(path: string, body?: Record<string, unknown>) => Promise<Response>>
  /** Ends everything; then throws what would not end, as a store does whose disk has failed. */
  close(): Promise<void>
}

/** Starts it; `makeServing` is told where the database will be. */
export async function openPowerGateway(makeServing: (databasePath: string) => Serving): Promise<PowerGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  const databasePath = join(folder, 'books.db')
  const closers: (() => unknown)[] = []
  const world = await startSandbox({ databasePath, pinKeys: undefined, publicUrl: undefined }, closers)
  const serving = makeServing(databasePath)
  const log = pino({ level: 'silent' })
  const container = buildContainer({ purpose: 'sandbox', databasePath, serving, log, ...world })
  const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
  return {
    container,
    airtel: container.get(tokens.networks).providerFor('UGX', 'AIRTEL'),
    async openAccount() {
      const { secretKey, publicKey } = await openAccount(container)
      const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
      return (path, body) => {
        const post = body && { method: 'POST', body: JSON.stringify({ apikey: publicKey, ...body }) }
        return fetch(`${url}/api/v1/${path}`, { headers, ...post })
      }
    },
    async close() {
      const errors: unknown[] = []
      for (const close of closers.reverse()) {
        await Promise.resolve()
          .then(close)
          .catch((error: unknown) => errors.push(error))
      }
      rmSync(folder, { recursive: true, force: true })
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** The body of a payout of UGX 500 by Airtel. */
export function payoutOf(reference: string) {
  return { reference, phone_number: '256750000001', amount: 500, currency: 'UGX', network: 'AIRTEL', pin: '1234' }
}
