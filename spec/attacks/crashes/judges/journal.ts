import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A payment as a network has recorded it. */
export type Journalled = {
  readonly network: string
  readonly kind: string
  readonly providerId: string
  readonly amount: number
  readonly phoneNumber: string
  readonly status: 'pending' | 'successful' | 'failed'
  /** The number of the customer's receipt, and why it failed, in the words of MTN. */
  readonly receipt: string
  readonly reason: string | null
  /** Null for one that never ends. */
  readonly endsAtMs: number | null
  /** How often the network took it, and how often it moved money. */
  readonly taken: number
  readonly executed: number
}

/** The simulator's own file, as far as it has been written. */
type CrashJournal = {
  /** Reads what was added, and returns every payment so far by the network's kind and id. */
  read(): ReadonlyMap<string, Journalled>
}

/** Follows a file to which whole lines are added. */
export function crashJournal(file: string): CrashJournal {
  const payments = new Map<string, Journalled>()
  let offset = 0
  return {
    read() {
      const whole = linesFrom(file, offset)
      offset += Buffer.byteLength(whole)
      for (const line of whole.split('\n')) if (line.startsWith('{"payment"')) put(payments, JSON.parse(line).payment)
      return new Map(payments)
    },
  }
}

type Line = Omit<Journalled, 'amount' | 'taken' | 'executed'> & { readonly amount: string }

function put(payments: Map<string, Journalled>, line: Line): void {
  const { amount, ...told } = line
  const { network, kind, providerId, status } = told
  const key = `${network} ${kind} ${providerId}`
  const { taken, executed } = payments.get(key) ?? { taken: 0, executed: 0 }
  payments.set(key, {
    ...told,
    amount: Number(amount),
    taken: taken + (status === 'pending' ? 1 : 0),
    executed: executed + (status === 'successful' ? 1 : 0),
  })
}

/** What follows the offset, up to the end of the last whole line. */
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
