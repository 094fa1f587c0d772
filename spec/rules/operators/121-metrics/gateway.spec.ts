import { expect } from 'chai'
import { type Definition, definitions } from '../../../../adapters/telemetry/metrics/definitions.ts'
import { tokens } from '../../../../composition/tokens.ts'
import {
  askForFloats,
  moveOperatorMoney,
  noteAudit,
  noteBackup,
  pauseNetwork,
  type Store,
} from '../../../../core/sente.ts'
import { openSandboxGateway, payoutOf, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { closeReceivers, openReceiver } from '../../merchants/12-webhooks/receiver.ts'
import { type Sample, type Scrape, scrape } from './exposition.ts'

type Measured = SandboxGateway & { readonly scrape: () => Promise<Scrape> }

/** A gateway with metrics, closed after its use. */
async function measured(use: (gateway: Measured) => Promise<void>): Promise<void> {
  const gateway = await openSandboxGateway({ metrics: true })
  try {
    await use({ ...gateway, scrape: () => scrape(gateway.metricsUrl) })
  } finally {
    await closeReceivers()
    await gateway.close()
  }
}

/** Leaves every kind of trace: payments that succeed, fail, are in doubt or refused; webhooks; a backup, an audit. */
async function busy(gateway: Measured) {
  const merchant = await gateway.openAccount()
  const send = gateway.as(merchant)
  const receiver = await openReceiver()
  await send('webhook-endpoints', { url: receiver.url, types: ['*'] })
  await send('send-money', payoutOf('order-1'))
  await send('send-money', payoutOf('order-1'))
  await send('send-money', { ...payoutOf('order-2'), phone_number: '256750990450' })
  await send('send-money', { ...payoutOf('order-3'), phone_number: '256750990473' })
  await send('collect-money', { ...payoutOf('order-4'), network: 'MTN', phone_number: '256770000001' })
  await send('transactions/5f4c3a52-0000-7000-8000-000000000000')
  for (let guess = 0; guess < 5; guess += 1) await send('send-money', { ...payoutOf(`pin-${guess}`), pin: '0000' })
  await fetch(`${gateway.url}/nowhere`)
  await until(async () => receiver.received.length > 0)
  const { accountPorts, store } = tokens
  const ports = { ...gateway.container.get(accountPorts), actions: gateway.container.get(store).actions }
  await noteBackup(ports)({ by: 'amina', file: '/backups/live.db', checked: 4 })
  await noteAudit(ports)({ by: 'amina', checked: 4, broken: 0 })
  await fillFloats(gateway)
  return merchant
}

/** Records the balance of a float that was paid from, and asks its network. */
async function fillFloats({ container }: Measured): Promise<void> {
  const { operatorMoney } = container.get(tokens.store)
  const ports = {
    ...container.get(tokens.accountPorts),
    operatorMoney,
    providerFor: container.get(tokens.networks).find,
  }
  const move = { kind: 'top_up', currency: 'UGX', amount: 5_000_000, reference: 'bank-1' } as const
  const accounts = { from: 'bank', to: 'float:AIRTEL:disbursement' }
  await moveOperatorMoney(ports)({ ...move, ...accounts, by: 'amina' })
  await askForFloats(ports)()
}

describe('121 Metrics: scrapes', () => {
  rule('121.2', 'a scrape of a busy gateway has every metric of the page, and no other label or value', () =>
    measured(async (gateway) => {
      await busy(gateway)
      const { samples, types } = await gateway.scrape()
      expect(Object.keys(types).sort()).to.deep.equal(Object.keys(definitions).sort())
      for (const sample of samples) expect(offenceOf(sample, types), JSON.stringify(sample)).to.equal(undefined)
      const shown = new Set(samples.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')))
      expect(Object.keys(definitions).filter((name) => !shown.has(name))).to.deep.equal([])
    }),
  )

  rule('121.3', 'no metric names an account, a phone number, a reference, a payment or a key', () =>
    measured(async (gateway) => {
      const { account, secretKey, publicKey } = await busy(gateway)
      const { text } = await gateway.scrape()
      const { transactions } = await gateway.container.get(tokens.books).list({ accountId: account.id, limit: 9 })
      expect(transactions).to.have.length(4)
      const secrets = transactions.flatMap(({ id, reference, phoneNumber, providerId }) => [
        ...[id, reference, phoneNumber, providerId],
      ])
      for (const secret of [account.id, account.name, secretKey, publicKey, ...secrets])
        expect(text).not.to.include(secret)
    }),
  )

  rule('121.4', 'a payment is counted once in each state that it reaches, and a refused one in none', () =>
    measured(async (gateway) => {
      const send = gateway.as(await gateway.openAccount())
      await send('send-money', payoutOf('order-1'))
      await send('send-money', payoutOf('order-1'))
      await send('send-money', { ...payoutOf('order-2'), phone_number: '256750990450' })
      await until(async () => (await gateway.scrape()).sum('sente_time_to_final_seconds_count') === 2)
      const { value, sum } = await gateway.scrape()
      const payouts = { kind: 'payout', network: 'AIRTEL', currency: 'UGX' }
      const none = { ...payouts, reason: 'none' }
      expect(value('sente_payments_total', { ...none, state: 'submitting' })).to.equal(2)
      expect(value('sente_payments_total', { ...none, state: 'succeeded' })).to.equal(1)
      expect(sum('sente_payments_total', { ...payouts, state: 'failed' })).to.equal(1)
      expect(sum('sente_payments_total') - sum('sente_payments_total', { state: 'pending' })).to.equal(4)
      expect(value('sente_refusals_total', { code: 'duplicate_reference' })).to.equal(1)
      expect(value('sente_time_to_final_seconds_count', { kind: 'payout', network: 'AIRTEL' })).to.equal(2)
    }),
  )

  rule('121.5', 'an answer that leaves doubt is counted, and open payments are shown with their age and amount', {
    'a payment': () =>
      measured(async (gateway) => {
        const first = await gateway.scrape()
        expect(first.value('sente_unknown_answers_total', { kind: 'payout', network: 'AIRTEL' })).to.equal(0)
        const send = gateway.as(await gateway.openAccount())
        await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990473' })
        await until(async () => (await gateway.scrape()).sum('sente_open_payments') === 1)
        const { value } = await gateway.scrape()
        expect(value('sente_unknown_answers_total', { kind: 'payout', network: 'AIRTEL' })).to.equal(1)
        expect(value('sente_network_requests_total', { operation: 'payout', outcome: 'in_doubt' })).to.equal(1)
        const open = { kind: 'payout', network: 'AIRTEL', state: 'submitting' }
        expect(value('sente_open_payments', open)).to.equal(1)
        expect(value('sente_held_amount', { ...open, currency: 'UGX' })).to.equal(500)
        expect(value('sente_oldest_open_seconds', open)).to.be.greaterThan(0)
        expect(value('sente_open_payments', { ...open, state: 'pending' })).to.equal(0)
      }),
    'the waiting lines of a batch': () =>
      measured(async (gateway) => {
        const send = gateway.as(await gateway.openAccount())
        const ports = {
          ...gateway.container.get(tokens.accountPorts),
          channelStops: gateway.container.get(tokens.store).channelStops,
        }
        await pauseNetwork(ports)({ network: 'AIRTEL', by: 'amina', because: 'a drill' })
        const lines = ['line-1', 'line-2'].map((reference) => ({ ...payoutOf(reference), pin: undefined }))
        expect(
          (await send('payout-batches?confirm_repeats=true', { reference: 'salaries', pin: '4071', lines })).status,
        ).to.equal(201)
        const { value } = await gateway.scrape()
        const waiting = { kind: 'batch', network: 'all', state: 'waiting', currency: 'UGX' }
        expect(value('sente_held_amount', waiting)).to.equal(1_000)
      }),
  })

  rule('121.6', 'requests are counted by the pattern of their path, and those to unknown paths without one', () =>
    measured(async (gateway) => {
      const send = gateway.as(await gateway.openAccount())
      await send('transactions/5f4c3a52-0000-7000-8000-000000000000')
      await fetch(`${gateway.url}/api/v1/nowhere/256770000001`)
      const { value } = await gateway.scrape()
      const count = (route: string) =>
        value('http_server_request_duration_seconds_count', { http_route: route, http_response_status_code: '404' })
      expect(count('/api/v1/transactions/:transaction_id')).to.equal(1)
      expect(count('')).to.equal(1)
      expect(value('sente_refusals_total', { code: 'not_found' })).to.equal(1)
    }),
  )

  rule('121.7', 'the states of channels are shown, also of those that an operator has paused', () =>
    measured(async (gateway) => {
      const market = gateway.container.get(tokens.market)
      const [{ channelStops }, clock] = [gateway.container.get(tokens.store), gateway.container.get(tokens.clock)]
      const pause = pauseNetwork({
        channelStops,
        market,
        clock,
        secrets: gateway.container.get(tokens.accountPorts).secrets,
      })
      await pause({ network: 'MTN', kind: 'payout', by: 'amina', because: 'ticket 4711' })
      const { value } = await gateway.scrape()
      const state = (operation: string, name: string) =>
        value('sente_network_channel', { network: 'MTN', operation, state: name })
      expect([state('payout', 'paused'), state('payout', 'open')]).to.deep.equal([1, 0])
      expect([state('collection', 'paused'), state('collection', 'open')]).to.deep.equal([0, 1])
    }),
  )

  rule('121.8', 'while the books cannot be read a scrape is answered without them', () =>
    measured(async (gateway) => {
      const store: { figures: Store['figures'] } = gateway.container.get(tokens.store)
      await store.figures.open()
      const { figures } = store
      const broken = async () => {
        throw new Error('no database')
      }
      Object.assign(figures, { open: broken, attention: broken })
      const { value, sum } = await gateway.scrape()
      expect(value('sente_open_payments')).to.equal(undefined)
      expect(value('sente_attention')).to.equal(undefined)
      expect([value('sente_ready'), sum('sente_webhook_endpoints')]).to.deep.equal([1, 0])
    }),
  )
})

/** A label or value of a sample that its metric does not have; undefined if there is none. */
function offenceOf({ name, labels }: Sample, types: Readonly<Record<string, string>>): string | undefined {
  const metric = name in types ? name : name.replace(/_(bucket|sum|count)$/, '')
  const definition: Definition | undefined = (definitions as Readonly<Record<string, Definition>>)[metric]
  if (!definition || definition.type !== types[metric]) return `${name} is no metric`
  const { le: _, ...own } = labels
  const missing = Object.keys(definition.labels ?? {}).filter((label) => !(label in own))
  if (missing.length > 0) return `${missing} are missing`
  for (const [label, value] of Object.entries(own)) {
    const values = definition.labels?.[label]
    if (values === undefined || (Array.isArray(values) && !values.includes(value))) return `${label} is ${value}`
  }
  return undefined
}
