import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A payment in a network's record. */
export type Journalled = {
  readonly network: string
  readonly kind: string
  readonly providerId: string
  readonly amount: number
  readonly phoneNumber: string
  readonly status: 'pending' | 'successful' | 'failed'
  /** The number of the customer's receipt, and the reason of a failure, in the words of MTN. */
  readonly receipt: string
  readonly reason: string | null
  /** Null for one that never ends. */
  readonly endsAtMs: number | null
  /** The number of times that the network took it, and that it moved money. */
  readonly taken: number
  readonly executed: number
}

/** Follows the simulator's own file, which grows by whole lines. */
export function crashJournal(file: string) {
  const payments = new Map<string, Journalled>()
  let offset = 0
  function put({ amount, ...reported }: Omit<Journalled, 'amount'> & { readonly amount: string }) {
    const { network, kind, providerId, status } = reported
    const key = `${network} ${kind} ${providerId}`
    const before = payments.get(key)
    const taken = (before?.taken ?? 0) + (status === 'pending' ? 1 : 0)
    const executed = (before?.executed ?? 0) + (status === 'successful' ? 1 : 0)
    payments.set(key, { ...reported, amount: Number(amount), taken, executed })
  }
  return {
    /** Reads new lines, and returns every payment so far by the network's kind and id. */
    read(): ReadonlyMap<string, Journalled> {
      const whole = linesFrom(file, offset)
      offset += Buffer.byteLength(whole)
      for (const line of whole.split('\n')) if (line.startsWith('{"payment"')) put(JSON.parse(line).payment)
      return new Map(payments)
    },
  }
}

/** The text after the offset, up to the end of the last whole line. */
function linesFrom(file: string, offset: number): string {
  const descriptor = openSync(file, 'a+')
  try {
    const bytes = Buffer.alloc(fstatSync(descriptor).size - offset)
    readSync(descriptor, bytes, 0, bytes.length, offset)
    return bytes.subarray(0, bytes.lastIndexOf('\n') + 1).toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}
