import { accountHours, type ChannelHour, channelHours, mostCounted, type PaymentSums } from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Table } from '../../engine/table.ts'
import { turns } from '../../operators/float/gathering.ts'
import { type EndedRow, ended, endedOf, selectEnded, selectNext, selectRest } from './ended.ts'
import {
  accountHourTable,
  channelHourTable,
  type OwnedHour,
  type SummedEvents,
  summedEvents,
  sumNames,
} from './tables.ts'

/** Ended payments by the hour: the ones that are added up, and the latest ones one by one. */
export function paymentSums({ dialect, ask, write }: Pick<Engine, 'dialect' | 'ask' | 'write'>): PaymentSums {
  const ofAccount = { name: 'hours of an account', text: selectHours(dialect, accountHourTable) }
  const ofChannels = { name: 'hours of channels', text: selectHours(dialect, channelHourTable) }
  const within = (
    { fromMs: from, toMs }: { readonly fromMs: number; readonly toMs: number },
    rows: readonly HourRow[],
  ) => ({
    hours: rows.map(endedOf).filter(({ fromMs }) => fromMs >= from && fromMs < toMs),
    isWhole: rows.filter(({ rest }) => rest > 0n).length < mostCounted,
  })
  return {
    gather: gathering({ dialect, write }),
    async hoursOfAccount({ accountId, ...time }) {
      const rows = await ask<HourRow>({ ...ofAccount, values: [time.fromMs, time.toMs, accountId] })
      const { hours, isWhole } = within(time, rows)
      return { sums: accountHours(hours), isWhole }
    },
    async hoursOfChannels(time) {
      const { hours, isWhole } = within(time, await ask<HourRow>({ ...ofChannels, values: [time.fromMs, time.toMs] }))
      return { sums: channelHours(hours), isWhole }
    },
  }
}

type HourRow = EndedRow & { readonly rest: bigint }

/** One statement, so that all is of one moment: no payment is counted twice, or missed, while others are added up. */
function selectHours(dialect: Dialect, table: typeof accountHourTable | typeof channelHourTable): string {
  const hasAccount = table === accountHourTable
  const stored = selectEnded((column) => (hasAccount && column === 'within_ms' ? '0' : `h.${column}`))
  return `
    SELECT ${stored}, 0 AS rest FROM ${table.name} h
    WHERE h.from_ms >= $1 AND h.from_ms < $2 ${hasAccount ? 'AND h.account_id = $3' : ''}
    UNION ALL ${selectRest(dialect, hasAccount ? 'a.id = $3' : 'TRUE')}`
}

/** Makes the function that adds up ended payments, each once. Resolves with whether there were any events. */
function gathering({ dialect, write }: Pick<Engine, 'dialect' | 'write'>): PaymentSums['gather'] {
  const next = { name: 'ended payments to add up', text: selectNext(dialect) }
  const { lock, begin } = turns(dialect)
  const addTo = ({ name, key }: Pick<Table, 'name'> & { readonly key: readonly string[] }) =>
    `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${sumNames.map((sum) => `${sum} = ${name}.${sum} + excluded.${sum}`).join(', ')}`
  const addToAccounts = dialect.insert<OwnedHour>(
    accountHourTable.name,
    accountHourTable.columns,
    addTo(accountHourTable),
  )
  const addToChannels = dialect.insert<ChannelHour>(
    channelHourTable.name,
    channelHourTable.columns,
    addTo(channelHourTable),
  )
  const keep = dialect.insert<SummedEvents>(
    summedEvents.name,
    summedEvents.columns,
    'ON CONFLICT (account_id) DO UPDATE SET sequence = excluded.sequence',
  )
  return () =>
    write({
      // The second is read once the turn is locked, and so after the sums of any other process.
      reads: [lock, next],
      decide([locked = [], found = []]) {
        const rows = found as readonly NextRow[]
        if (rows.length === 0) return { value: false, writes: [] }
        const payments = rows.filter(isPayment)
        const upTo = new Map(rows.map((row) => [row.accountId, row.upTo]))
        const owned = [...upTo.keys()].flatMap((accountId) => {
          const theirs = payments.filter((row) => row.accountId === accountId)
          return accountHours(theirs.map(endedOf)).map((hour) => ({ ...hour, accountId }))
        })
        const writes = [
          ...addToAccounts(owned),
          ...addToChannels(channelHours(payments.map(endedOf))),
          ...keep([...upTo].map(([accountId, last]) => ({ accountId, upTo: last }))),
          ...(locked.length === 0 ? begin([{ askedAtMs: 0 }]) : []),
        ]
        return { value: true, writes }
      },
    })
}

type NextRow = SummedEvents & (EndedRow | { readonly kind: null })

function isPayment(row: NextRow): row is SummedEvents & EndedRow {
  return row.kind !== null
}

/** Sums by the hour that differ from the payments that count as added up, and accounts that count too many events. */
export const hourChecks: readonly string[] = [
  check(accountHourTable, ['e.account_id', ended.from_ms, ended.currency, ended.network, ended.kind]),
  check(channelHourTable, [
    ...[ended.from_ms, ended.currency, ended.network],
    ...["CASE WHEN t.kind = 'collection' THEN t.kind ELSE 'payout' END", ended.within_ms],
  ]),
  `SELECT 'summed_events counts more events of account ' || g.account_id || ' than there are' AS problem
  FROM summed_events g WHERE g.sequence > coalesce((SELECT max(e.sequence) FROM events e WHERE e.account_id = g.account_id), 0)`,
]

function check({ name, key }: { readonly name: string; readonly key: readonly string[] }, group: readonly string[]) {
  const sums = sumNames.map((sum) => `sum(${ended[sum as keyof typeof ended]}) AS ${sum}`)
  return `SELECT '${name} lacks, or has wrongly, the ' || kind || 's over ' || network || ' from ' || from_ms AS problem
  FROM (
    SELECT ${[...key.map((column, index) => `${group[index]} AS ${column}`), ...sums].join(', ')}
    FROM summed_events g JOIN events e ON e.account_id = g.account_id AND e.sequence <= g.sequence
    JOIN transactions t ON t.account_id = e.account_id AND t.id = e.transaction_id
    GROUP BY ${key.map((_, index) => index + 1).join(', ')}
  ) AS w FULL JOIN ${name} h USING (${key.join(', ')})
  WHERE ${sumNames.map((sum) => `w.${sum} IS DISTINCT FROM h.${sum}`).join(' OR ')}`
}
