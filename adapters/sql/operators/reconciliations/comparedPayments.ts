import { type ComparedPayment, lowestIdAt, type Reconciliations } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { type Column, type Stored, selected } from '../../engine/table.ts'
import { transactions } from '../../tables/transactions.ts'

/** The payments that are compared with rows, with only the columns that are compared. */
export function comparedPayments({
  dialect,
  ask,
}: Pick<Engine, 'dialect' | 'ask'>): Pick<Reconciliations, 'payments' | 'paymentsWithIds'> {
  const { text, integer } = dialect.types
  const opened = (isAfter: '>' | '>=') => ({
    name: `opened payments ${isAfter}`,
    text: `SELECT ${columns} FROM transactions t
      WHERE t.id ${isAfter} CAST($1 AS ${text}) AND t.id < CAST($2 AS ${text}) AND t.network = $3
      ORDER BY t.id LIMIT CAST($4 AS ${integer})`,
  })
  const [first, next] = [opened('>='), opened('>')]
  const by = (column: 'id' | 'provider_id' | 'provider_ref') =>
    dialect.lookUp({ name: `payments by ${column}`, columns, from: 'transactions t', keys: [[`t.${column}`, 'text']] })
  const [byId, byProviderId, byProviderRef] = [by('id'), by('provider_id'), by('provider_ref')]

  return {
    async payments({ network, fromMs, toMs, after, limit }) {
      const values = [after ?? lowestIdAt(fromMs), lowestIdAt(toMs), network, limit]
      const rows = await ask<PaymentRow>({ ...(after === undefined ? first : next), values })
      return rows.map(paymentOf)
    },
    async paymentsWithIds({ ours, theirs }) {
      const keys = (ids: readonly string[]) => ids.map((id) => [id])
      const reads = [...byId(keys(ours)), ...byProviderId(keys(ours)), ...byProviderRef(keys(theirs))]
      const rows = await Promise.all(reads.map((read) => ask<PaymentRow>(read)))
      const found = new Map(rows.flat().map((row) => [row.id, paymentOf(row)]))
      return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
    },
  }
}

const compared = [
  ...['id', 'kind', 'phone_number', 'amount_minor', 'currency', 'network', 'state', 'reason', 'is_taken_back'],
  ...['provider_id', 'provider_ref', 'created_at_ms', 'updated_at_ms', 'ahead_ms'],
]

const columns = selected(
  (transactions.columns as readonly Column<never>[]).filter(([name]) => compared.includes(name)),
  't',
)

type PaymentRow = Stored<Omit<ComparedPayment, 'isTakenBack'>, 'createdAtMs' | 'updatedAtMs' | 'aheadMs'> & {
  readonly isTakenBack: boolean | bigint
}

/** Each name is written out, because copying the rest of a row costs more than reading it. */
function paymentOf(row: PaymentRow): ComparedPayment {
  return {
    id: row.id,
    kind: row.kind,
    phoneNumber: row.phoneNumber,
    amountMinor: row.amountMinor,
    currency: row.currency,
    network: row.network,
    state: row.state,
    reason: row.reason,
    isTakenBack: Boolean(row.isTakenBack),
    providerId: row.providerId,
    providerRef: row.providerRef,
    createdAtMs: Number(row.createdAtMs),
    updatedAtMs: Number(row.updatedAtMs),
    aheadMs: Number(row.aheadMs),
  }
}
