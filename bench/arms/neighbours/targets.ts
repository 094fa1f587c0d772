import { randomUUID } from 'node:crypto'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import type { Merchant } from '../../instruments/merchants.ts'

/** The targets of a noisy merchant's requests. */
export type Targets = {
  readonly transactionId: string
  readonly phoneNumber: string
  readonly eventId: string
  readonly endpointId: string
  readonly batchId: string
}

/** The number of attempts at each endpoint of the data. */
const attempts = 2_000

/** Gives each account of a database an endpoint with attempts. Existing ones stay. */
export function addEndpoints(path: string): void {
  const database = keptDatabase(path, { fileMustExist: true })
  try {
    database.exec(`
      INSERT OR IGNORE INTO webhook_endpoints (id, account_id, created_at_ms, url, types, changed_by_keys, generation,
        up_to)
      SELECT '019c0f6e-9000-7000-8000-' || substr(id, 25), id, 0, 'http://127.0.0.1:9/noise', '["*"]', '[]', 1,
        (SELECT max(sequence) FROM events WHERE account_id = accounts.id)
      FROM accounts;
      INSERT OR IGNORE INTO webhook_attempts (endpoint_id, n, sequence, attempt, at_ms, status, problem, took_ms, answer)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${attempts})
      SELECT id, n, n, 1, ${Date.now()}, 500, 'the answer was 500', 20, hex(randomblob(512))
      FROM webhook_endpoints CROSS JOIN numbers;
    `)
  } finally {
    database.close()
  }
}

/** Asks a gateway for the data of a merchant. */
export async function targetsOf(url: string, merchant: Merchant): Promise<Targets> {
  const { secretKey } = merchant
  const ask = async (path: string) => {
    const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${secretKey}` } })
    return ((await answer.json()) as { data: Record<string, Record<string, string>[]> }).data
  }
  const [listed, told, endpoints] = await Promise.all(['/transactions', '/events', '/webhook-endpoints'].map(ask))
  const [transaction, event, endpoint] = [
    listed?.transactions?.[0],
    told?.events?.[0],
    Object.values(endpoints ?? {})[0]?.[0],
  ]
  const batchId = await sentBatch(url, merchant)
  return {
    transactionId: transaction?.transaction_id ?? '',
    phoneNumber: transaction?.phone_number ?? '',
    eventId: event?.event_id ?? '',
    endpointId: endpoint?.endpoint_id ?? '',
    batchId,
  }
}

/** The number of lines in the noisy merchant's batch. */
const linesOfBatch = 500

let batchesSent = 0

/** Makes a merchant pay a batch. Resolves with its id. */
async function sentBatch(url: string, { secretKey, publicKey, pin }: Merchant): Promise<string> {
  // No two payments are the same: a batch that repeats one needs a confirmation.
  const lines = Array.from({ length: linesOfBatch }, (_, index) => ({
    reference: randomUUID(),
    phone_number: `256770${String(index).padStart(6, '0')}`,
    amount: 500 + batchesSent,
    currency: 'UGX',
    network: 'MTN',
  }))
  batchesSent += 1
  const answer = await fetch(`${url}/api/v1/payout-batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ apikey: publicKey, reference: randomUUID(), pin, lines }),
  })
  const { data, message } = (await answer.json()) as { data: { batch_id?: string } | null; message: string }
  if (!data?.batch_id) throw new Error(`the batch was answered ${answer.status}: ${message}`)
  return data.batch_id
}
