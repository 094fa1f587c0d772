import { type ComparedPayment, lowestIdAt, type Reconciliations } from '../../../../core/sente.ts'
import { notInNetworkIds, type SelectFrom } from '../../books/lists/networkIds.ts'
import { whereAll } from '../../books/lists/search.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { type Column, type Stored, selected } from '../../engine/table.ts'
import { transactions } from '../../tables/transactions.ts'

/** The payments that are compared with rows, with only the columns that are compared. */
export function comparedPayments(
  engine: Pick<Engine, 'dialect' | 'ask' | 'inPieces'>,
): Pick<Reconciliations, 'payments' | 'paymentsWithIds'> {
  const { dialect, ask } = engine
  const { text, integer } = dialect.types
  const opened = (isAfter: '>' | '>=') => ({
    name: `opened payments ${isAfter}`,
    text: `SELECT ${columns} FROM transactions t
      WHERE t.id ${isAfter} CAST($1 AS ${text}) AND t.id < CAST($2 AS ${text}) AND t.network = $3
      ORDER BY t.id LIMIT CAST($4 AS ${integer})`,
  })
  const [first, next] = [opened('>='), opened('>')]
  const by = (column: 'id' | 'provider_id') =>
    dialect.lookUp({ name: `payments by ${column}`, columns, from: 'transactions t', keys: [[`t.${column}`, 'text']] })
  const [byId, byProviderId] = [by('id'), by('provider_id')]
  const byNetworkId = dialect.lookUp({
    name: 'payments by network id',
    columns,
    from: 'network_id_lists l',
    keys: [['l.network_id', 'text']],
    joins: dialect.joinFound('transactions', 't', 't.account_id = l.account_id AND t.id = l.id'),
  })
  const notInList = notInNetworkIds(engine)
  const read = async (reads: readonly SqlStatement[]) =>
    (await Promise.all(reads.map((one) => ask<PaymentRow>(one)))).flat()

  /** The payments with one of a network's own ids: those that are in no list yet come first. */
  async function byProviderRefs(theirs: readonly string[]): Promise<PaymentRow[]> {
    if (theirs.length === 0) return []
    const wanted = new Set<string | null>(theirs)
    const notEntered = await notInList<Pick<PaymentRow, 'id' | 'providerRef'>>(selectNamed)
    const ids = notEntered.filter(({ providerRef }) => wanted.has(providerRef)).map(({ id }) => [id])
    // The list has the numbers of receipts too.
    const entered = (await read(byNetworkId(theirs.map((id) => [id])))).filter(({ providerRef }) =>
      wanted.has(providerRef),
    )
    return [...entered, ...(await read(byId(ids)))]
  }

  return {
    async payments({ network, fromMs, toMs, after, limit }) {
      const values = [after ?? lowestIdAt(fromMs), lowestIdAt(toMs), network, limit]
      const rows = await ask<PaymentRow>({ ...(after === undefined ? first : next), values })
      return rows.map(paymentOf)
    },
    async paymentsWithIds({ ours, theirs }) {
      const keys = (ids: readonly string[]) => ids.map((id) => [id])
      const [named, ...others] = await Promise.all([
        byProviderRefs(theirs),
        read(byId(keys(ours))),
        read(byProviderId(keys(ours))),
      ])
      const found = new Map([...named, ...others.flat()].map((row) => [row.id, paymentOf(row)]))
      return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
    },
  }
}

/** Selects the network's own ids of payments. */
const selectNamed: SelectFrom = ({ from, where }) => {
  const values: unknown[] = []
  const conditions = ['t.provider_ref IS NOT NULL', ...where((value) => `$${values.push(value)}`)]
  return { text: `SELECT t.id, t.provider_ref AS "providerRef" FROM ${from} ${whereAll(conditions)}`, values }
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
