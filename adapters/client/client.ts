/**
 * A client of the merchants' API, in Node and wherever there is `fetch`.
 *
 * @module @sente/client
 */

import type {
  Balances,
  Collection,
  Event,
  Events,
  Fees,
  InitiatedPayment,
  InitiatedRefund,
  Keys,
  Limits,
  ListTransactionsQuery,
  LookUpRecipientQuery,
  Networks,
  Payout,
  PhoneNumber,
  QuoteFeesQuery,
  ReadPhoneNumberQuery,
  ReadStatementQuery,
  Recipient,
  Refund,
  Statement,
  StatementEntry,
  Transaction,
  Transactions,
  TransactionWithRefunds,
} from './apiTypes.ts'
import { type BatchCalls, batchCalls } from './batchCalls.ts'
import { type Answered, type CallOptions, exchangeOver, sleep } from './exchange.ts'
import { type LinkCalls, linkCalls } from './linkCalls.ts'
import { eachOf } from './pages.ts'
import { isRefused, type Refused, RefusedError } from './refused.ts'
import { type WebhookCalls, webhookCalls } from './webhookCalls.ts'

export type * from './apiTypes.ts'
export type { BatchCalls } from './batchCalls.ts'
export type { CallOptions } from './exchange.ts'
export type { LinkCalls } from './linkCalls.ts'
export { isRefused, type Refused, RefusedError } from './refused.ts'
export { verifyWebhook, type WebhookGiven, type WebhookRefused } from './verifyWebhook.ts'
export type { WebhookCalls } from './webhookCalls.ts'

/** The gateway, and the keys of the account. */
export type ClientOptions = {
  /** The gateway's URL, such as `https://pay.example.com`. */
  readonly baseUrl: string
  readonly secretKey: string
  readonly publicKey: string
  /** `fetch` by default. It makes one attempt a call; the client itself repeats requests that are safe to repeat. */
  readonly fetch?: typeof fetch
}

/** The calls of the API. Each resolves with the API's data or with a refusal; {@link isRefused} distinguishes them. */
export type Client = WebhookCalls &
  BatchCalls &
  LinkCalls & {
    /**
     * Sends money. Repeats the request under the same reference until it is answered, so that nothing is paid twice.
     */
    sendMoney(payout: Omit<Payout, 'apikey'>, options?: CallOptions): Promise<InitiatedPayment | Refused>
    /** Collects money, as safely as sending it. */
    collectMoney(collection: Omit<Collection, 'apikey'>, options?: CallOptions): Promise<InitiatedPayment | Refused>
    /** Refunds a collection, in whole or in part. */
    refundMoney(refund: Omit<Refund, 'apikey'>, options?: CallOptions): Promise<InitiatedRefund | Refused>
    /** One transaction by its id. */
    transaction(id: string, options?: CallOptions): Promise<TransactionWithRefunds | Refused>
    /** A page of transactions, newest first. */
    transactions(query?: ListTransactionsQuery, options?: CallOptions): Promise<Transactions | Refused>
    /** Every transaction of a query, page by page; a refusal is thrown as a {@link RefusedError}. */
    eachTransaction(query?: ListTransactionsQuery, options?: CallOptions): AsyncGenerator<Transaction, void>
    /** The account's balances, by currency. */
    balances(options?: CallOptions): Promise<Balances | Refused>
    /** The limits of the account, and the part of each that is left. */
    limits(options?: CallOptions): Promise<Limits | Refused>
    /** The keys of the account, with the scopes of each. */
    keys(options?: CallOptions): Promise<Keys | Refused>
    /** The cost of a payment that is made now; refused with `not_found` by a gateway without fees. */
    fees(
      query: Omit<QuoteFeesQuery, 'amount'> & { readonly amount: number },
      options?: CallOptions,
    ): Promise<Fees | Refused>
    /** A page of a statement, oldest first. */
    statement(query: ReadStatementQuery, options?: CallOptions): Promise<Statement | Refused>
    /** Every line of a statement, page by page; a refusal is thrown as a {@link RefusedError}. */
    eachStatementLine(query: ReadStatementQuery, options?: CallOptions): AsyncGenerator<StatementEntry, void>
    /** The networks, their limits, and whether payments are accepted. */
    networks(options?: CallOptions): Promise<Networks | Refused>
    /**
     * The result of reading a phone number as people write it: the form for payments, and the networks that may have
     * it.
     */
    phoneNumber(written: string, query: ReadPhoneNumberQuery, options?: CallOptions): Promise<PhoneNumber | Refused>
    /** The owner of a phone number, according to its network. */
    recipient(query: LookUpRecipientQuery, options?: CallOptions): Promise<Recipient | Refused>
    /**
     * Events after a sequence, oldest first, and then each as it happens, without an end. If the gateway cannot be
     * reached, it is asked again without end; any other refusal is thrown as a {@link RefusedError}.
     */
    events(from: { readonly after: number; readonly signal?: AbortSignal }): AsyncGenerator<Event, never>
    /** A transaction once it is final, or its current state when patience ends; 10 minutes by default. */
    waitUntilFinal(id: string, options?: CallOptions): Promise<Transaction | Refused>
  }

/** How long one request waits for an event, in seconds. */
const waitSeconds = 30

const finalPatienceMs = 600_000

/**
 * Makes a client. It does nothing by itself: there is nothing to open and nothing to close. Throws a TypeError for a
 * URL or a key with which no request can be made.
 */
export function createClient({ baseUrl, secretKey, publicKey, fetch: given }: ClientOptions): Client {
  checkOptions({ baseUrl, secretKey })
  const ask = exchangeOver({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    secretKey,
    fetch: given ?? ((...request) => fetch(...request)),
  })

  async function get<Data extends object>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
    options: CallOptions = {},
  ): Promise<Data | Refused> {
    const present = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const text = new URLSearchParams(present).toString()
    return resultOf(await ask<Data>({ ...options, method: 'GET', path: `/api/v1/${path}${text && `?${text}`}` }))
  }

  /** Makes a payment; `repeated` reads the lost answer from the transaction of the first attempt. */
  async function pay<Payment extends object, Initiated extends object>(
    operation: string,
    { payment, repeated }: { payment: Payment; repeated: (id: string) => Initiated | Promise<Initiated | Refused> },
    options: CallOptions = {},
  ): Promise<Initiated | Refused> {
    const body = { apikey: publicKey, ...payment }
    const answered = await ask<Initiated>({ ...options, method: 'POST', path: `/api/v1/${operation}`, body })
    const result = resultOf(answered)
    if (!isRefused(result)) return result
    const { transactionId, isSamePayment } = result
    // The first attempt had arrived, and only its answer was lost.
    if (transactionId !== undefined && isSamePayment === true && answered.isInDoubt) return repeated(transactionId)
    const isAnothers = transactionId !== undefined && isSamePayment === false
    return { ...result, mayHaveArrived: !isAnothers && (transactionId !== undefined || answered.isInDoubt) }
  }

  const payOnce = (operation: string, payment: Omit<Payout | Collection, 'apikey'>, options?: CallOptions) => {
    const { reference, amount, currency, network } = payment
    const repeated = (id: string) => ({ transaction_id: id, reference, amount, currency, network })
    return pay<typeof payment, InitiatedPayment>(operation, { payment, repeated }, options)
  }

  /** The answer of a refund, read from the refund itself: its request may have had no amount. */
  async function initiatedRefund(id: string): Promise<InitiatedRefund | Refused> {
    const found = await transaction(id)
    if (isRefused(found)) return { ...found, mayHaveArrived: true }
    const { transaction_id, reference, amount, currency, network, refund_of = '' } = found
    return { transaction_id, reference, amount, currency, network, refund_of }
  }

  const transaction: Client['transaction'] = (id, options) => get(`transactions/${encodeURIComponent(id)}`, {}, options)

  const transactions: Client['transactions'] = (query = {}, options) => get('transactions', query, options)

  const statement: Client['statement'] = (query, options) => get('statement', query, options)

  async function* events({ after, signal }: { after: number; signal?: AbortSignal }): AsyncGenerator<Event, never> {
    for (let next = after; ; ) {
      const path = `/api/v1/events?after=${next}&limit=100&wait=${waitSeconds}`
      const patience = { patienceMs: Number.POSITIVE_INFINITY, waitMs: waitSeconds * 1_000 }
      const page = resultOf(await ask<Events>({ method: 'GET', path, ...patience, ...(signal && { signal }) }))
      if (isRefused(page)) throw new RefusedError(page)
      for (const event of page.events) {
        signal?.throwIfAborted()
        yield event
      }
      next = page.next
    }
  }

  async function waitUntilFinal(id: string, { patienceMs = finalPatienceMs, signal }: CallOptions = {}) {
    const untilMs = performance.now() + patienceMs
    const options = signal ? { signal } : {}
    for (let pause = 1_000; ; pause = Math.min(pause * 1.5, 30_000)) {
      const leftMs = untilMs - performance.now()
      const found = await transaction(id, { ...options, patienceMs: Math.max(leftMs, 1_000) })
      if (isRefused(found) || found.state !== 'pending' || leftMs <= pause) return found
      await sleep(pause, signal)
    }
  }

  return {
    ...webhookCalls(ask, get),
    ...batchCalls(ask, get, publicKey),
    ...linkCalls(ask, get),
    sendMoney: (payout, options) => payOnce('send-money', payout, options),
    collectMoney: (collection, options) => payOnce('collect-money', collection, options),
    refundMoney: (payment, options) => pay('refunds', { payment, repeated: initiatedRefund }, options),
    transaction,
    transactions,
    eachTransaction: ({ cursor: first, ...query } = {}, options) =>
      eachOf(
        (cursor) => transactions({ limit: 100, ...query, cursor }, options),
        (page) => page.transactions,
        first,
      ),
    balances: (options) => get('balances', {}, options),
    limits: (options) => get('limits', {}, options),
    keys: (options) => get('keys', {}, options),
    fees: (query, options) => get('fees', query, options),
    statement,
    eachStatementLine: ({ cursor: first, ...query }, options) =>
      eachOf(
        (cursor) => statement({ limit: 100, ...query, cursor }, options),
        (page) => page.lines,
        first,
      ),
    networks: (options) => get('networks', {}, options),
    phoneNumber: (written, query, options) => get(`phone-numbers/${encodeURIComponent(written)}`, query, options),
    recipient: (query, options) => get('recipients', query, options),
    events,
    waitUntilFinal,
  }
}

function resultOf<Data extends object>({ answer }: Answered<Data>): Data | Refused {
  return 'data' in answer ? answer.data : answer
}

/**
 * Throws for options that `fetch` would refuse at each attempt, as if there were no answer. An error must not show a
 * secret.
 */
function checkOptions({ baseUrl, secretKey }: Pick<ClientOptions, 'baseUrl' | 'secretKey'>): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new TypeError('baseUrl must be a URL such as https://pay.example.com')
  if (!/^[\x21-\x7e]+$/.test(secretKey)) throw new TypeError('secretKey is empty, or has characters that no key has')
}
