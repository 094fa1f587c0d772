import { expect } from 'chai'
import { pino } from 'pino'
import type { Configuration } from '../../../../composition/settings/configuration.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { pauseNetwork, resumeNetwork } from '../../../../core/sente.ts'
import { openSandboxGateway, payoutOf, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { rule } from '../../../rule.ts'

/** A gateway with other settings for a network than the simulated one has, and its log. */
async function openWith(network: string, change: object, use: (gateway: Opened) => Promise<void>): Promise<void> {
  const lines: Record<string, unknown>[] = []
  const configuration = (simulated: Configuration): Configuration => ({
    ...simulated,
    connectionOf(currency, name) {
      const connection = simulated.connectionOf(currency, name)
      if (!connection || name !== network) return connection
      return { ...connection, settings: { ...connection.settings, ...change } as typeof connection.settings }
    },
  })
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const gateway = await openSandboxGateway({ configuration, log })
  try {
    const merchant = await gateway.openAccount()
    const send = async (nth: number) => {
      const body = { ...payoutOf(`order-${nth}`), network, phone_number: `2567${network === 'MTN' ? 7 : 5}0000001` }
      const { status, headers } = await gateway.as(merchant)('send-money', body)
      return [status, headers.get('Error-Code'), headers.get('Retry-After')]
    }
    const readiness = async () => {
      const answer = await fetch(`${gateway.url}/readyz`)
      return { status: answer.status, networks: ((await answer.json()) as Ready).data.networks }
    }
    const changes = () => lines.filter(({ state }) => state !== undefined)
    await use({ ...gateway, send, readiness, changes })
  } finally {
    await gateway.close()
  }
}

type Ready = { readonly data: { readonly networks: unknown } }

type Opened = SandboxGateway & {
  readonly send: (nth: number) => Promise<unknown[]>
  readonly readiness: () => Promise<{ status: number; networks: unknown }>
  readonly changes: () => Record<string, unknown>[]
}

const failed = [500, 'provider_unavailable', null]
const stopped = [500, 'network_unavailable', '60']
const mtnPayouts = { network: 'MTN', currency: 'UGX', kind: 'payout' }

describe('119 The channels to the networks: in the gateway', () => {
  rule(
    '119.14',
    'wrong credentials stop a channel after five payments, with one line in the log that names the remedy',
    () =>
      openWith(
        'MTN',
        { disbursement: { subscriptionKey: 'wrong', apiUser: 'wrong', apiKey: 'wrong' } },
        async ({ send, readiness, changes }) => {
          const answers: unknown[] = []
          for (let nth = 1; nth <= 8; nth += 1) answers.push(await send(nth))
          expect(answers).to.deep.equal([...Array.from({ length: 5 }, () => failed), stopped, stopped, stopped])
          expect(await readiness()).to.deep.equal({ status: 200, networks: [{ ...mtnPayouts, state: 'broken' }] })
          expect(changes()).to.have.length(1)
          expect(changes()[0]).to.include({ ...mtnPayouts, level: 50, state: 'broken' })
          expect(changes()[0]?.msg).to.include('compare the credentials with its portal')
        },
      ),
  )

  rule('119.15', 'a wrong PIN of the wallet is sent at most twice, and the log names the command to go on', () =>
    openWith('AIRTEL', { pin: '0000' }, async ({ send, changes, container }) => {
      expect([await send(1), await send(2), await send(3)]).to.deep.equal([failed, failed, stopped])
      const [line] = changes()
      expect(line).to.include({ network: 'AIRTEL', kind: 'payout', level: 50, state: 'broken' })
      expect(line?.msg).to.include('sente network resume AIRTEL --payouts --because "..."')
      const { channelStops } = container.get(tokens.store)
      expect(await channelStops.lasting()).to.have.length(1)
    }),
  )

  rule('119.16', 'a pause by an operator’s command takes effect from the next payment on, and so does its end', () =>
    openWith('MTN', {}, async ({ send, readiness, changes, container }) => {
      const ports = { ...container.get(tokens.accountPorts), channelStops: container.get(tokens.store).channelStops }
      const decision = { network: 'MTN', by: 'amina', because: 'their portal shows doubles' }
      const good = [201, null, null]
      expect(await send(1)).to.deep.equal(good)
      await pauseNetwork(ports)({ ...decision, kind: 'payout' })
      expect(await send(2)).to.deep.equal(stopped)
      const { look } = container.get(tokens.channelWatch)
      await look()
      expect((await readiness()).networks).to.deep.equal([{ ...mtnPayouts, state: 'paused' }])
      await resumeNetwork(ports)(decision)
      expect(await send(2)).to.deep.equal(good)
      await look()
      expect(changes().map(({ level, state, by, refused }) => ({ level, state, by, refused }))).to.deep.equal([
        { level: 50, state: 'paused', by: 'amina', refused: undefined },
        { level: 30, state: 'open', by: undefined, refused: 1 },
      ])
    }),
  )
})
