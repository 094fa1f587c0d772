import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { isUnread, readFile } from '../../../../adapters/written/networkFiles/networkFile.ts'
import { shippedProfiles } from '../../../../adapters/written/networkFiles/profiles/shipped.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { isFinal, isRefusal, reconcile } from '../../../../core/sente.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

const payments = [
  { kind: 'payout', network: 'MTN', number: '000001' },
  { kind: 'payout', network: 'MTN', number: '000001' },
  { kind: 'collection', network: 'MTN', number: '000002' },
  { kind: 'payout', network: 'AIRTEL', number: '000001' },
  { kind: 'collection', network: 'AIRTEL', number: '000002' },
] as const

/** Pays over both networks, and waits until each payment has ended. */
async function paid({ pay, stored }: SandboxGateway): Promise<void> {
  const opened = await Promise.all(payments.map((payment) => pay(payment)))
  for (const { transaction } of opened) {
    while (!isFinal((await stored(transaction.id)).state)) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The export of a simulated network. */
async function exportOf({ deployment }: SandboxGateway, network: string): Promise<string> {
  const { settings } = deployment.configuration.connectionOf('UGX', network) ?? {}
  const { baseUrl } = settings as unknown as { baseUrl: string }
  return (await fetch(`${baseUrl}/export.csv`)).text()
}

async function compared({ container }: SandboxGateway, network: string, csv: string) {
  const { reconciliations } = container.get(tokens.store)
  const ports = { ...container.get(tokens.accountPorts), reconciliations }
  const nowMs = Date.now()
  let found: readonly (readonly [string, number])[] = []
  await inFolder(async ({ path }) => {
    const file = join(path, 'export.csv')
    writeFileSync(file, csv)
    const read = await readFile({ file, profiles: shippedProfiles, dates: 'day-first' })
    if (isUnread(read)) throw new Error(read.message)
    const run = await reconcile(ports)({
      ...{ file: 'export.csv', digest: read.digest, network, profile: read.profile.name, by: 'amina' },
      ...{ fromMs: nowMs - 3_600_000, toMs: nowMs + 3_600_000, rows: read.rows },
    })
    if (isRefusal(run)) throw new Error(run.message)
    const { totals = [], absent = [], balances } = run.run.ended ?? {}
    expect(balances?.wrong ?? 0).to.equal(0)
    found = [...totals, ...absent].map(({ bucket, rows }) => [bucket, rows] as const)
  })
  return found
}

describe('120 Reconciliation: the simulated networks', () => {
  rule(
    '120.35',
    'the exports of the simulated networks agree with the books, and rows taken out of them are missed',
    async () => {
      const gateway = await openSandboxGateway()
      try {
        await paid(gateway)
        const [mtn, airtel] = [await exportOf(gateway, 'MTN'), await exportOf(gateway, 'AIRTEL')]
        expect(await compared(gateway, 'MTN', mtn)).to.deep.equal([['matched', 3]])
        expect(await compared(gateway, 'AIRTEL', airtel)).to.deep.equal([['matched', 2]])
        const { reconciliations } = gateway.container.get(tokens.store)
        const confirmed = await reconciliations.confirmed({ fromMs: 0 })
        expect(confirmed.map(({ totalMinor, confirmedMinor }) => totalMinor - confirmedMinor)).to.deep.equal([0n, 0n])
        const withoutOne = mtn.split('\r\n').toSpliced(1, 1).join('\r\n')
        expect(await compared(gateway, 'MTN', withoutOne)).to.have.deep.members([
          ['matched', 2],
          ['missing_there', 1],
        ])
      } finally {
        await gateway.close()
      }
    },
  )
})
