import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import { expect } from 'chai'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSpans } from '../../../../adapters/telemetry/spans/spans.ts'
import type { Database } from '../../../../adapters/telemetry/spans/steps.ts'
import { tokens } from '../../../../composition/tokens.ts'
import type { KeptExchange, Store } from '../../../../core/sente.ts'
import { makeBooks } from '../../../fixtures/postgres/postgres.ts'
import { openSandboxGateway, payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { until } from '../../../fixtures/until.ts'
import { rule, test } from '../../../rule.ts'
import { closeReceivers, openReceiver } from '../../merchants/12-webhooks/receiver.ts'

/**
 * The spans of one gateway with a tracing SDK for a payout, its repetition and a look-up, after its event was
 * delivered.
 */
type Traced = {
  readonly spans: readonly ReadableSpan[]
  readonly secrets: readonly string[]
  readonly kept: readonly KeptExchange[]
  readonly delivered: Readonly<Record<string, unknown>>
}

const posted = { status: 204, problem: null, cause: null, answer: '', retryAfterMs: null, tookMs: 1 }

const parent = '0af7651916cd43dd8448eb211c80319c'

/** Runs it once, for all examples, and unloads the SDK. */
async function traced(database: Database = 'sqlite', openStore?: () => Promise<Store>): Promise<Traced> {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  const gateway = await openSandboxGateway({ spans: openSpans(database), ...(openStore && { openStore }) })
  try {
    const merchant = await gateway.openAccount()
    const receiver = await openReceiver()
    const send = gateway.as(merchant)
    await send('webhook-endpoints', { url: receiver.url, types: ['*'] })
    await send('send-money', payoutOf('order-1'))
    await send('send-money', payoutOf('order-1'))
    await send('transactions?reference=order-1')
    await send('nothing/order-1')
    await fetch(`${gateway.url}/healthz`, { headers: { traceparent: `00-${parent}-b7ad6b7169203331-01` } })
    await until(async () => exporter.getFinishedSpans().some(({ name }) => name === 'POST webhook'))
    await trace.getTracer('a payment').startActiveSpan('payment', async (span) => {
      await openSpans('sqlite')?.withPosts(async () => posted)(receiver.url, { headers: {}, body: Buffer.of() })
      span.end()
    })
    const { books, cases } = gateway.container.get(tokens.store)
    const { transactions } = await books.list({ accountId: merchant.account.id, limit: 9 })
    await send('send-money', { ...payoutOf('order-3'), phone_number: '256750990473' })
    await gateway.stopNetworks()
    await send('send-money', payoutOf('order-2'))
    const named = transactions.flatMap(({ id, reference, phoneNumber, providerId }) => [
      ...[id, reference, phoneNumber, providerId],
    ])
    return {
      spans: [...exporter.getFinishedSpans()],
      secrets: [merchant.account.id, merchant.account.name, merchant.secretKey, merchant.publicKey, ...named],
      kept: (await cases.exchanges(transactions[0]?.id ?? '')).flatMap(({ exchanges }) => exchanges),
      delivered: receiver.received[0]?.headers ?? {},
    }
  } finally {
    await closeReceivers()
    await gateway.close()
    for (const api of [trace, context, propagation]) api.disable()
    await provider.shutdown()
  }
}

/** A store of its own in PostgreSQL. */
async function openInPostgres(): Promise<Store> {
  const { path, drop } = await makeBooks()
  const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
  return {
    ...store,
    async close() {
      await store.close()
      await drop()
    },
  }
}

/** The names of a span and its descendants. */
type Tree = { readonly name: string; readonly children: readonly Tree[] }

function treeOf(span: ReadableSpan, all: readonly ReadableSpan[]): Tree {
  const children = all
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId)
    .sort((one, other) => one.startTime[0] - other.startTime[0] || one.startTime[1] - other.startTime[1])
  return { name: span.name, children: children.map((child) => treeOf(child, all)) }
}

const leaf = (name: string): Tree => ({ name, children: [] })

describe('129 Spans', () => {
  let { spans, secrets, kept, delivered }: Traced = { spans: [], secrets: [], kept: [], delivered: {} }
  before(async () => {
    ;({ spans, secrets, kept, delivered } = await traced())
  })
  const named = (name: string) => spans.filter((span) => span.name === name)

  rule(
    '129.1',
    'with a library for tracing, a payment is a trace: the request, the steps in the books, the question to the network',
    {
      'over SQLite': () => {
        const [first, repeated] = named('POST /api/v1/send-money')
        expect(first && treeOf(first, spans)).to.deep.equal({
          name: 'POST /api/v1/send-money',
          children: [leaf('step'), leaf('payout AIRTEL'), leaf('step')],
        })
        expect([first?.kind, first?.attributes]).to.deep.equal([
          SpanKind.SERVER,
          { 'http.request.method': 'POST', 'http.route': '/api/v1/send-money', 'http.response.status_code': 201 },
        ])
        expect(repeated?.attributes).to.include({
          ...{ 'http.response.status_code': 409, 'sente.error_code': 'duplicate_reference' },
        })
        expect(repeated?.status.code).to.equal(SpanStatusCode.UNSET)
        const [asked] = named('payout AIRTEL')
        expect([asked?.kind, asked?.attributes]).to.deep.equal([
          SpanKind.CLIENT,
          {
            ...{ 'peer.service': 'AIRTEL', 'sente.operation': 'payout', 'sente.outcome': 'succeeded' },
            'http.response.status_code': 200,
          },
        ])
        expect(named('step')[0]?.attributes).to.deep.equal({ 'db.system.name': 'sqlite', 'db.operation.name': 'step' })
      },
      'over PostgreSQL': async () => {
        const { spans: those } = await traced('postgresql', openInPostgres)
        const first = those.find(({ name }) => name === 'POST /api/v1/send-money')
        expect(first && treeOf(first, those)).to.deep.equal({
          name: 'POST /api/v1/send-money',
          children: [leaf('step'), leaf('payout AIRTEL'), leaf('step')],
        })
        const step = those.find(({ name }) => name === 'step')
        expect([step?.kind, step?.attributes]).to.deep.equal([
          SpanKind.CLIENT,
          { 'db.system.name': 'postgresql', 'db.operation.name': 'step' },
        ])
      },
    },
  )

  rule('129.2', 'an attempt to deliver an event is a trace of its own', () => {
    expect(named('POST webhook').map(({ parentSpanContext }) => parentSpanContext)).to.deep.equal([
      undefined,
      undefined,
    ])
    const [posted] = named('POST webhook')
    expect([posted?.kind, posted?.parentSpanContext, posted?.attributes]).to.deep.equal([
      SpanKind.CLIENT,
      undefined,
      { 'http.request.method': 'POST', 'http.response.status_code': 204 },
    ])
  })

  rule('129.3', 'a request that breaks, and a question with an answer that leaves doubt, are errors', () => {
    const request = named('POST /api/v1/send-money').at(-1)
    expect([request?.status.code, request?.attributes['error.type']]).to.deep.equal([
      SpanStatusCode.ERROR,
      request?.attributes['sente.error_code'],
    ])
    const asked = named('payout AIRTEL').map(({ attributes, status }) => [
      ...[attributes['sente.outcome'], attributes['error.type'], status.code],
    ])
    expect(asked).to.deep.equal([
      ['succeeded', undefined, SpanStatusCode.UNSET],
      ['in_doubt', 'in_doubt', SpanStatusCode.ERROR],
      ['declined', undefined, SpanStatusCode.UNSET],
    ])
  })

  rule(
    '129.4',
    'no span names an account, a phone number, a reference, a payment, a key or the address of an endpoint',
    () => {
      const text = JSON.stringify(
        spans.map(({ name, attributes, status, events, links }) => [name, attributes, status, events, links]),
      )
      for (const secret of [...secrets, '127.0.0.1']) expect(text).not.to.include(secret)
    },
  )

  rule('129.5', 'a caller’s `traceparent` is ignored, and none is sent on', () => {
    const [span] = named('GET /healthz')
    expect([span?.parentSpanContext, span?.spanContext().traceId === parent]).to.deep.equal([undefined, false])
    expect(delivered).not.to.have.property('traceparent')
  })

  test('a network’s answer is kept as without spans', () => {
    expect(kept[0]).to.include({ question: 'submission', status: 200, outcome: 'succeeded' })
  })

  rule('129.6', 'without a library for tracing, no span is made', () => {
    expect(openSpans('sqlite')).to.equal(undefined)
  })
})
