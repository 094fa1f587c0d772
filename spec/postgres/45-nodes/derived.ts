import { addressOf } from '../../../adapters/postgres/connection/address.ts'
import { connectToPrimary } from '../../../adapters/postgres/connection/primary.ts'

/** Whatever is derived from other rows and does not agree with them, each in a sentence; all accounts at one moment. */
export async function wrongDerived(path: string): Promise<readonly string[]> {
  const client = await connectToPrimary(addressOf(path), { pipeline: false, answerMs: 60_000 })
  try {
    const { rows } = await client.query<{ problem: string }>(`
      ${differences('a list of what has ended', 'SELECT * FROM transaction_lists', ended)}
      UNION ALL ${differences('a mark of statements', 'SELECT * FROM statement_marks', marks)}`)
    return rows.map(({ problem }) => problem)
  } finally {
    await client.end()
  }
}

/** Compares rows as they are stored with what they have to be. */
function differences(name: string, stored: string, right: string): string {
  return `
    SELECT '${name} lacks ' || row(missing.*)::text AS problem FROM (${right} EXCEPT ALL ${stored}) AS missing
    UNION ALL SELECT '${name} has ' || row(wrong.*)::text FROM (${stored} EXCEPT ALL ${right}) AS wrong`
}

const ended = `
  SELECT account_id, currency, network, kind, state, id FROM transactions WHERE state IN ('succeeded', 'failed')`

/** What a ledger account holds after all postings `e` until one of them. */
const sumOf = (ledgerAccount: string) => `
  sum(CASE '${ledgerAccount}' WHEN e.to_ledger_account THEN e.amount_minor
    WHEN e.from_ledger_account THEN -e.amount_minor ELSE 0 END)`

/** After each 256th posting, from all that there were until then. */
const marks = `
  SELECT p.account_id, p.currency, p.n, max(e.at_ms), ${sumOf('available')}, ${sumOf('held')}
  FROM postings p JOIN postings e ON e.account_id = p.account_id AND e.currency = p.currency AND e.n <= p.n
  WHERE (p.n + 1) % 256 = 0 GROUP BY p.account_id, p.currency, p.n`
