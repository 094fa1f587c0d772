import { setTimeout } from 'node:timers/promises'
import { type Connection, openConnection } from '../../instruments/connection.ts'
import { type Merchant, payoutWriter } from '../../instruments/merchants.ts'

/** The simulated networks execute a payout to this number without answering. */
const silentNumber = '256770990474'

const ordinaryNumber = '256770000001'

/** How many payouts are on their way to the network at once. */
const wave = 100

const pollMs = 10

/** The senders of payouts, and their server. */
type Senders = { readonly url: string; readonly merchants: readonly Merchant[] }

/** Payouts on their way, each over a connection of its own. */
export type Flight = {
  /** The statuses of the answered ones, without the ones that were cut off. */
  readonly answered: readonly number[]
  close(): void
}

/** Sends one ordinary payout. Rejects unless it is accepted. */
export async function payOnce(senders: Senders): Promise<void> {
  const write = payoutWriter({ ...senders, phoneNumber: ordinaryNumber })
  const connection = await openConnection(senders.url)
  const status = await new Promise<number>((resolve) => connection.send(write(), resolve))
  connection.close()
  if (status !== 201) throw new Error(`the first payment was answered ${status}`)
}

/**
 * Sends `count` payouts that the network executes without answering, in waves. Each wave begins when the previous one
 * has arrived there, so that none is late. Ends early when one is answered.
 */
export async function sendIntoSilence(
  senders: Senders,
  { count, arrived }: { readonly count: number; readonly arrived: () => Promise<number> },
): Promise<Flight> {
  const write = payoutWriter({ ...senders, phoneNumber: silentNumber })
  const connections: Connection[] = []
  while (connections.length < count) connections.push(await openConnection(senders.url))
  const answered: number[] = []
  for (let sent = 0; sent < count && answered.length === 0; sent += wave) {
    for (const connection of connections.slice(sent, sent + wave)) {
      connection.send(write(), (status) => status > 0 && answered.push(status))
    }
    while (answered.length === 0 && (await arrived()) < Math.min(sent + wave, count)) await setTimeout(pollMs)
  }
  return {
    answered,
    close() {
      for (const connection of connections) connection.close()
    },
  }
}
