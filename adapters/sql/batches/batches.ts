import {
  type Batch,
  type Batches,
  type BatchLine,
  type BatchTotal,
  inOrder,
  type LineErasure,
  type LineProgress,
  type LineRows,
  type WaitingLines,
} from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Engine } from '../engine/engine.ts'
import { type Moments, moment, moments } from '../engine/moments.ts'
import { actionBeside } from '../operators/actions/actionWrites.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'
import {
  type BatchRow,
  batchClaim,
  batchColumns,
  batches as batchesTable,
  batchKeys,
  batchLines,
  batchOf,
  erasedColumns,
  type HeldBatch,
  holdsMoney,
  type LineRow,
  lineColumns,
  lineKeys,
  lineOf,
} from './tables.ts'

/** The stored batches. */
export function batches(engine: Engine): Batches {
  const { dialect, ask, write } = engine
  const insert = dialect.insert<Batch & HeldBatch>(batchesTable.name, batchesTable.columns)
  const erase = dialect.update<Pick<BatchLine, 'batchId'> & LineErasure>(batchLines.name, {
    keys: lineKeys,
    columns: erasedColumns,
  })
  const beside = actionBeside(dialect)
  const insertLines = dialect.insert(batchLines.name, batchLines.columns)
  const used = dialect.lookUp({
    name: 'used references of lines',
    columns: 'r.reference',
    from: 'used_references r',
    keys: [
      ['r.account_id', 'text'],
      ['r.reference', 'text'],
    ],
  })
  const draftToWrite = { name: 'draft to write', text: `${selectDraft} ${dialect.lock('b')}` }
  const select = { lines: selectLines(dialect), totals: selectTotals(dialect), next: selectNext }
  const find = async (statement: { name: string; text: string }, values: readonly unknown[]) =>
    (await ask<BatchRow>({ ...statement, values })).map(batchOf)
  const change = (statements: readonly { name: string; text: string }[], values: readonly unknown[]) =>
    write({ reads: [], decide: () => ({ value: undefined, writes: statements.map((one) => ({ ...one, values })) }) })
  return {
    draft: (batch) =>
      write({
        reads: [],
        decide: () => ({ value: undefined, writes: insert([{ ...batch, by: null, untilMs: null }]) }),
      }),
    addLines: (lines) =>
      write({
        reads: [{ ...draftToWrite, values: [lines[0]?.batchId ?? ''] }],
        decide: ([found = []]) => ({ value: found.length > 0, writes: found.length > 0 ? insertLines(lines) : [] }),
      }),
    forget: (id) => change(forgetting, [id]),
    async forgetDrafts({ beforeMs, limit }) {
      const old = await ask<{ readonly id: string }>({ ...selectDrafts, values: [beforeMs, limit] })
      for (const { id } of old) await change(forgetting, [id])
      return old.length
    },
    async usedReferences(accountId, references) {
      const rows = await write({
        reads: used(references.map((reference) => [accountId, reference])),
        decide: (found) => ({ value: found.flat() as { readonly reference: string }[], writes: [] }),
      })
      return rows.map(({ reference }) => reference)
    },
    byId: async (id) => (await find(selectById, [id]))[0],
    byReference: async (accountId, reference) => (await find(selectByReference, [accountId, reference]))[0],
    list({ accountId = null, reference = null, state = null, before = null, limit, ...created }) {
      const { createdFromMs = null, createdToMs = null } = created
      const values = [accountId, before, limit, state, reference, createdFromMs, createdToMs]
      return find({ name: 'batches', text: selectList(dialect) }, values)
    },
    async lines({ batchId, progress = null, after, limit }) {
      const rows = await ask<JoinedRow>({
        name: 'batch lines',
        text: select.lines,
        values: [batchId, after, limit, progress],
      })
      return rows.map(rowsIn)
    },
    async totals(batchId) {
      const rows = await ask<TotalRow>({ name: 'batch totals', text: select.totals, values: [batchId] })
      return inOrder(rows.map((row): BatchTotal => ({ ...row, lines: Number(row.lines) })))
    },
    ...claims(engine),
    async settle(batchId) {
      await settleEnded(engine, batchId)
      const waiting = await ask<WaitingLines>({ ...selectWaiting, values: [batchId] })
      const [row] = await ask<{ readonly opened: bigint }>({ ...countOpened, values: [batchId] })
      return { waiting, opened: Number(row?.opened ?? 0n) }
    },
    async next({ batchId, currency, network, limit }) {
      const values = [batchId, currency, network, limit]
      return (await ask<LineRow>({ name: 'next lines', text: select.next, values })).map(lineOf)
    },
    erasePhoneNumbers(batchId, erasures, acting) {
      const action = beside(acting)
      const writes = erase(erasures.map((one) => ({ batchId, ...one })))
      return write({
        reads: action.reads,
        decide: (found) => ({ value: undefined, writes: [...writes, ...action.made(found).writes] }),
      })
    },
  }
}

/** The batches that a node works on. */
function claims(engine: Engine): Pick<Batches, 'claim' | 'giveBack' | 'ofClosedAccounts'> {
  const { dialect, ask, write } = engine
  const time = moments(engine)
  const text = selectClaimable(time)
  const find = { name: 'batches to claim', text }
  const choose = { name: 'claim batches', text: `${text} ${dialect.lockFree('b')}` }
  const take = dialect.update<HeldBatch>(batchesTable.name, { keys: batchKeys, columns: batchClaim })
  return {
    async claim({ by, nowMs, leaseMs, limit }) {
      const values = [time.valueOf(nowMs), leaseMs, by, limit]
      // Most of the time there is nothing to do, and then nothing is written.
      if ((await ask({ ...find, values })).length === 0) return []
      return write({
        reads: [{ ...choose, values }],
        decide([found = []], decidedMs) {
          const atMs = time.decided(nowMs, decidedMs)
          const claimed = (found as readonly BatchRow[]).map(batchOf)
          return { value: claimed, writes: take(claimed.map(({ id }) => ({ id, by, untilMs: atMs + leaseMs }))) }
        },
      })
    },
    giveBack: (by, batchId) =>
      write({
        reads: [],
        decide: () => ({ value: undefined, writes: [{ ...giveBack, values: [by, batchId ?? null] }] }),
      }),
    ofClosedAccounts: async (limit) =>
      ((await ask({ ...ofClosedAccounts, values: [limit] })) as readonly BatchRow[]).map(batchOf),
  }
}

/** Marks the lines that have ended, if any. */
async function settleEnded({ dialect, ask, write }: Engine, batchId: string): Promise<void> {
  const ended = await ask<{ readonly number: bigint }>({
    name: 'ended lines',
    text: selectEnded(dialect),
    values: [batchId],
  })
  if (ended.length === 0) return
  const end = dialect.update<{ readonly batchId: string; readonly number: bigint }>(batchLines.name, {
    keys: [
      ['batch_id', 'text', (line) => line.batchId],
      ['number', 'integer', ({ number }) => number],
    ],
    columns: [['state', 'text', () => 'ended']],
  })
  await write({
    reads: [],
    decide: () => ({ value: undefined, writes: end(ended.map(({ number }) => ({ batchId, number }))) }),
  })
}

type JoinedRow = LineRow &
  Omit<TransactionRow, keyof LineRow> & { readonly id: string | null } & {
    readonly [Name in keyof LineRow as `line${Capitalize<Name>}`]: LineRow[Name]
  }

type TotalRow = {
  readonly progress: LineProgress
  readonly currency: string
  readonly lines: bigint
  readonly minor: bigint
  readonly feesMinor: bigint
}

function rowsIn(row: JoinedRow): LineRows {
  const line = lineOf({
    batchId: row.lineBatchId,
    number: row.lineNumber,
    reference: row.lineReference,
    phoneNumber: row.linePhoneNumber,
    amountMinor: row.lineAmountMinor,
    feeMinor: row.lineFeeMinor,
    currency: row.lineCurrency,
    network: row.lineNetwork,
    description: row.lineDescription,
    customerMessage: row.lineCustomerMessage,
    lineMetadata: row.lineLineMetadata,
    state: row.lineState,
    code: row.lineCode,
    transactionId: row.lineTransactionId,
  })
  return { line, transaction: row.id === null ? undefined : transactionOf(row as unknown as TransactionRow) }
}

const selectById = {
  name: 'batch by id',
  text: `SELECT ${batchColumns} FROM payout_batches b WHERE b.id = $1 AND b.state <> 'draft'`,
}

const selectByReference = {
  name: 'batch by reference',
  text: `SELECT ${batchColumns} FROM payout_batches b WHERE b.account_id = $1 AND b.reference = $2 AND b.state <> 'draft'`,
}

function selectList({ types: { text, integer } }: Dialect): string {
  return `SELECT ${batchColumns} FROM payout_batches b
    WHERE b.state <> 'draft' AND b.account_id = coalesce(CAST($1 AS ${text}), b.account_id)
      AND (CAST($2 AS ${text}) IS NULL OR b.id < $2) AND b.state = coalesce(CAST($4 AS ${text}), b.state)
      AND b.reference = coalesce(CAST($5 AS ${text}), b.reference)
      AND (CAST($6 AS ${integer}) IS NULL OR b.created_at_ms >= $6)
      AND (CAST($7 AS ${integer}) IS NULL OR b.created_at_ms < $7)
    ORDER BY b.id DESC LIMIT CAST($3 AS ${integer})`
}

const selectDrafts = {
  name: 'old drafts',
  text: `SELECT b.id FROM payout_batches b WHERE b.state = 'draft' AND b.created_at_ms < $1 ORDER BY b.created_at_ms LIMIT $2`,
}

const selectDraft = "SELECT b.id FROM payout_batches b WHERE b.id = $1 AND b.state = 'draft'"

const isDraft = "EXISTS (SELECT 1 FROM payout_batches b WHERE b.id = $1 AND b.state = 'draft')"

const forgetting = [
  { name: 'forget lines', text: `DELETE FROM payout_batch_lines WHERE batch_id = $1 AND ${isDraft}` },
  { name: 'forget draft', text: `DELETE FROM payout_batches WHERE id = $1 AND state = 'draft'` },
]

const giveBack = {
  name: 'give batches back',
  text: `UPDATE payout_batches SET claimed_by = NULL, claimed_until_ms = NULL
    WHERE claimed_by = $1 AND id = coalesce($2, id)`,
}

const ofClosedAccounts = {
  name: 'batches of closed accounts',
  text: `
    SELECT ${batchColumns} FROM payout_batches b JOIN accounts a ON a.id = b.account_id
    WHERE b.${holdsMoney} AND a.closed ORDER BY b.id LIMIT $1`,
}

/** A claim that lasts longer than a lease was made by a clock that was ahead. */
function selectClaimable(time: Moments): string {
  return `${time.given('$1')}
    SELECT ${batchColumns} FROM payout_batches b
    WHERE (b.state = 'paying' OR b.state = 'cancelling')
      AND (b.claimed_until_ms IS NULL OR b.claimed_by = $3 OR b.claimed_until_ms <= ${moment}
        OR b.claimed_until_ms > ${moment} + $2)
    ORDER BY b.id LIMIT $4`
}

/** The progress of a line `l` of a batch `b`, with its payment `t`, as an expression. */
const progress = `CASE WHEN l.state = 'refused' THEN 'refused'
    WHEN l.transaction_id IS NOT NULL THEN CASE WHEN t.state = 'submitting' THEN 'pending' ELSE t.state END
    WHEN b.state = 'cancelling' OR b.state = 'completed' THEN 'cancelled' ELSE 'waiting' END`

function joined(dialect: Dialect): string {
  return `payout_batch_lines l JOIN payout_batches b ON b.id = l.batch_id ${dialect.joinOne('transactions', 't', 't.id = l.transaction_id')}`
}

const prefixedLine = batchLines.columns
  .map(
    ([name]) =>
      `l.${name} AS "line${name.replace(/(^|_)(\w)/g, (_, _before, letter: string) => letter.toUpperCase())}"`,
  )
  .join(', ')

function selectLines(dialect: Dialect): string {
  const { text, integer } = dialect.types
  return `SELECT ${prefixedLine}, ${transactionColumns} FROM ${joined(dialect)}
    WHERE l.batch_id = $1 AND l.number > CAST($2 AS ${integer}) AND (CAST($4 AS ${text}) IS NULL OR ${progress} = $4)
    ORDER BY l.number LIMIT CAST($3 AS ${integer})`
}

function selectTotals(dialect: Dialect): string {
  const { integer } = dialect.types
  return `SELECT ${progress} AS progress, l.currency, count(*) AS lines,
      CAST(coalesce(sum(l.amount_minor), 0) AS ${integer}) AS minor, CAST(sum(l.fee_minor) AS ${integer}) AS "feesMinor"
    FROM ${joined(dialect)} WHERE l.batch_id = $1 GROUP BY 1, 2`
}

const selectWaiting = {
  name: 'waiting lines',
  text: `SELECT DISTINCT l.currency, l.network FROM payout_batch_lines l
    WHERE l.batch_id = $1 AND l.state = 'waiting' ORDER BY l.currency, l.network`,
}

const countOpened = {
  name: 'opened lines',
  text: `SELECT count(*) AS opened FROM payout_batch_lines l WHERE l.batch_id = $1 AND l.state = 'opened'`,
}

function selectEnded(dialect: Dialect): string {
  return `SELECT l.number FROM payout_batch_lines l ${dialect.joinFound('transactions', 't', 't.id = l.transaction_id')}
    WHERE l.batch_id = $1 AND l.state = 'opened' AND (t.state = 'succeeded' OR t.state = 'failed')`
}

/** Whether an open line `o` has the phone number of a line `l`, as an expression. */
export const hasOpened = `EXISTS (SELECT 1 FROM payout_batch_lines o
      WHERE o.batch_id = l.batch_id AND o.phone_number = l.phone_number AND o.state = 'opened')`

const selectNext = `SELECT ${lineColumns} FROM payout_batch_lines l
    WHERE l.batch_id = $1 AND l.currency = $2 AND l.network = $3 AND l.state = 'waiting' AND NOT ${hasOpened}
      AND NOT EXISTS (SELECT 1 FROM payout_batch_lines e WHERE e.batch_id = l.batch_id AND e.phone_number = l.phone_number
        AND e.state = 'waiting' AND e.number < l.number)
    ORDER BY l.number LIMIT $4`
