/**
 * Both networks, imitated over HTTP.
 *
 * @module sente/simulator
 */

import { type AirtelAccess, airtelAccess } from './airtel/access.ts'
import { airtelNetwork } from './airtel/airtelNetwork.ts'
import { type AirtelPadding, airtelCipher } from './airtel/secrets/cipher.ts'
import { type AirtelEntries, airtelPrivateKey } from './airtel/secrets/key.ts'
import { type Keeping, noJournal, openJournal, usualKeeping } from './journal.ts'
import { type MtnAccess, mtnAccess } from './mtn/access.ts'
import { type MtnEntries, openApiUsers } from './mtn/apiUsers.ts'
import { mtnNetwork } from './mtn/mtnNetwork.ts'
import { openPayments, type Payment, type PaymentEntries } from './payments/payments.ts'
import { type HandEntries, openHands } from './phones/hands.ts'
import { openPhones, type Phones } from './phones/phones.ts'
import { openTimers } from './timers.ts'
import { openCallbacks } from './transport/callbacks.ts'
import { serveNetworks } from './transport/server.ts'

export type { AirtelAccess } from './airtel/access.ts'
export type { AirtelPadding } from './airtel/secrets/cipher.ts'
export type { Keeping } from './journal.ts'
export type { MtnAccess, MtnCredentials, MtnProduct } from './mtn/access.ts'
export type { Kind } from './payments/payments.ts'
export type { PhoneDecision, Phones, PromptOf } from './phones/phones.ts'
export type { PhoneMessage, PhonePrompt, PhoneScreen } from './phones/screen.ts'

/** The behaviour of the simulated networks. Each setting has a default. */
export type SimulatorOptions = {
  /** Port to listen on; 0, the default, means a free one. */
  readonly port?: number
  /** Loopback only: the credentials are published. */
  readonly host?: '127.0.0.1'
  /** File with the networks' state. Without it the state is lost when they stop. */
  readonly dataFile?: string
  /** How much of the ended payments is kept; `usualKeeping` by default. */
  readonly keeping?: Partial<Keeping>
  /** Seconds for which an access token is valid; by default, 3600 for MTN and 180 for Airtel. */
  readonly tokenSeconds?: number
  /** Milliseconds until a payment is approved; 1000 by default. */
  readonly approvalMs?: number
  /**
   * Milliseconds that a customer whose phone is in somebody's hand has to approve a payment; five minutes by default.
   */
  readonly promptMs?: number
  /** Milliseconds after which a phone that nobody looks at is put down; four minutes by default. */
  readonly inHandMs?: number
  /** Milliseconds of silence before a late answer; 15000 by default. */
  readonly silentMs?: number
  /** Airtel's padding of PINs and of the keys of signatures; `pkcs1` by default. */
  readonly airtelPinPadding?: AirtelPadding
  /** Whether Airtel accepts only signed submissions; false by default. */
  readonly airtelSigning?: boolean
  /** The URL of Airtel's callbacks until `callBackAt` is called; none by default. */
  readonly airtelCallbackUrl?: string
  /** Key of the hash in Airtel's callbacks; they have none by default. */
  readonly airtelCallbackSecret?: string
}

/**
 * A payment that moved money, with its receipt number and the caller's own texts, such as a text for the customer.
 *
 * @interface
 */
export type Executed = Pick<
  Payment,
  'network' | 'kind' | 'providerId' | 'amount' | 'currency' | 'phoneNumber' | 'status' | 'receipt' | 'sent'
>

/** Mobile money networks, imitated over real HTTP. */
export type Simulator = {
  readonly url: string
  /** The URL of MTN's API, and the credentials that it accepts. */
  readonly mtn: MtnAccess & { readonly baseUrl: string }
  /** The URL of Airtel's API, the credentials that it accepts, and its encryption. */
  readonly airtel: AirtelAccess & {
    readonly baseUrl: string
    /** RSA, base64 of the SPKI. */
    readonly publicKey: string
    readonly pinPadding: AirtelPadding
    readonly signing: boolean
    /** Sets the callback URL of payments that end from now on; undefined for none. */
    callBackAt(url: string | undefined): void
  }
  /** The phones of the networks' customers. None is in hand until it is picked up. */
  readonly phones: Phones
  /** Every kept payment that moved money, in the order of submission. */
  executed(): Executed[]
  /** Stops at once: open connections are closed, and payments no longer change. */
  close(): Promise<void>
}

/** Starts the simulated networks; rejects if the port is taken or the data file cannot be read. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = '127.0.0.1', dataFile, approvalMs = 1000, silentMs = 15_000, tokenSeconds } = options
  const { promptMs = 5 * 60_000, inHandMs = 4 * 60_000 } = options
  const { airtelPinPadding: pinPadding = 'pkcs1', airtelSigning: signing = false } = options
  const keeping = { ...usualKeeping, ...options.keeping }
  const journal =
    dataFile === undefined ? noJournal<Entries>() : openJournal<Entries>(dataFile, { leastBytes: keeping.journalBytes })
  const payments = openPayments(journal, keeping)
  const timers = openTimers()
  const callbacks = openCallbacks()
  const cipher = airtelCipher(await airtelPrivateKey(journal), pinPadding)
  const callback = airtelCallbackSettings(options)
  const hands = openHands(journal, inHandMs)
  const times = { approvalMs, silentMs, promptMs, tokenSeconds }
  const parts = { payments, timers, callbacks, isInHand: hands.has, ...times }
  const users = openApiUsers(journal)
  const networks = [mtnNetwork(parts, users), airtelNetwork(parts, { cipher, signing, callback })]
  const server = await serveNetworks(networks, port, host)
  const { publicKey } = cipher
  const { callBackAt } = callback
  return {
    url: server.url,
    mtn: { ...mtnAccess, baseUrl: `${server.url}/mtn` },
    airtel: { ...airtelAccess, baseUrl: `${server.url}/airtel`, publicKey, pinPadding, signing, callBackAt },
    phones: openPhones(
      networks.map(({ phone }) => phone),
      { payments, hands },
    ),
    executed: () => payments.all().filter(isExecuted).map(asExecuted),
    async close() {
      timers.stop()
      callbacks.stop()
      await server.close()
    },
  }
}

type Entries = PaymentEntries & HandEntries & MtnEntries & AirtelEntries

function airtelCallbackSettings({ airtelCallbackUrl, airtelCallbackSecret }: SimulatorOptions) {
  let current = airtelCallbackUrl
  return {
    secret: airtelCallbackSecret,
    url: () => current,
    callBackAt(url: string | undefined) {
      current = url
    },
  }
}

function isExecuted(payment: Payment): boolean {
  return payment.status === 'successful' || payment.status === 'reversed'
}

function asExecuted(payment: Payment): Executed {
  const { network, kind, providerId, amount, currency, phoneNumber, status, receipt, sent } = payment
  return { network, kind, providerId, amount, currency, phoneNumber, status, receipt, sent }
}
