import type { Database } from 'better-sqlite3'
import { expect } from 'chai'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { rule } from '../../rule.ts'

type Row = Record<string, string | number | null>

const transaction: Row = {
  id: 't',
  account_id: 'a',
  kind: 'payout',
  reference: 'order-1',
  phone_number: '256770000001',
  amount_minor: 5000,
  currency: 'UGX',
  network: 'MTN',
  description: null,
  metadata: null,
  state: 'submitting',
  reason: null,
  network_reason: null,
  provider_id: 'p',
  provider_ref: null,
  fingerprint: 'f',
  submit_until_ms: 1,
  created_at_ms: 0,
  updated_at_ms: 0,
  attention: null,
  ask_at_ms: 1,
  enquiries: 0,
  absences: 0,
  absent_wall_ms: null,
  absent_monotonic_ms: null,
  absent_run: null,
}

/** One valid row for each table, in an order in which they can be written. */
const sound: Record<string, Row> = {
  accounts: { id: 'a', name: 'Duka', kyc: 'complete', api_access: 1, closed: 0, version: 1 },
  account_currencies: { account_id: 'a', currency: 'UGX' },
  account_keys: { id: 'k', account_id: 'a', kind: 'secret', digest: 'd', active: 1 },
  pin_counts: { account_id: 'a', pin_id: 'p', failures: 0, locked_until_ms: null },
  transactions: transaction,
  transaction_lists: { owner: 'a', currency: 'UGX', network: 'MTN', kind: 'payout', state: 'pending', id: 't' },
  statement_lines: {
    ...{ account_id: 'a', currency: 'UGX', sequence: 1, latest_ms: 0, available_minor: 1, held_minor: 0 },
  },
  transactions_by_phone_number: { account_id: 'a', phone_number: '256770000001', id: 't' },
  annotations: { transaction_id: 't', kind: 'mismatch', text: 'another amount', made_by: null, at_ms: 0 },
  fundings: {
    account_id: 'a',
    reference: 'f',
    kind: 'fund',
    currency: 'UGX',
    amount_minor: 1,
    because: null,
    at_ms: 0,
  },
  quarantines: { why: 'mark_missing', begun_at_ms: 0 },
  balances: { account_id: 'a', currency: 'UGX', available_minor: 0, held_minor: 0 },
  postings: {
    account_id: 'a',
    currency: 'UGX',
    from_ledger_account: 'float:MTN',
    to_ledger_account: 'available',
    amount_minor: 1,
    transaction_id: 't',
    funding_reference: null,
    at_ms: 0,
  },
  events: { account_id: 'a', sequence: 1, transaction_id: 't', funding_reference: null, at_ms: 0 },
  event_lists: { account_id: 'a', type: 'payout.failed', sequence: 1 },
  webhook_endpoints: {
    ...{ id: 'e', account_id: 'a', url: 'https://a.example', types: '["*"]', generation: 1 },
    ...{ created_at_ms: 0, up_to: 0, disabled_because: null, claimed_by: null, claimed_until_ms: null },
  },
  webhook_waiting: { endpoint_id: 'e', sequence: 1, attempts: 0, due_at_ms: 0 },
  webhook_redeliveries: { account_id: 'a', sequence: 1, nth: 1, at_ms: 0 },
  webhook_attempts: { endpoint_id: 'e', n: 1, sequence: 1, attempt: 1, at_ms: 0, took_ms: 0, answer: '' },
  phone_prompts: { phone_number: '256770000001', prompts: '[]' },
}

/** For each CHECK of the schema, a table and the change that makes its valid row break it. */
const offences: Record<string, readonly [table: string, offence: Row]> = {
  meta_has_one_row: ['meta', { one: 2, purpose: 'live' }],
  purpose_is_known: ['meta', { one: 1, purpose: 'fun' }],
  marked_is_boolean: ['meta', { one: 1, purpose: 'live', marked: 2 }],
  kyc_is_known: ['accounts', { kyc: 'half' }],
  api_access_is_boolean: ['accounts', { api_access: 2 }],
  closed_is_boolean: ['accounts', { closed: -1 }],
  version_above_zero: ['accounts', { version: 0 }],
  pin_is_whole: ['accounts', { pin_id: 'p', pin_mac: 'm' }],
  key_kind_is_known: ['account_keys', { kind: 'spare' }],
  active_is_boolean: ['account_keys', { active: 2 }],
  failures_not_negative: ['pin_counts', { failures: -1 }],
  locks_not_negative: ['pin_counts', { locks: -1 }],
  kind_is_known: ['transactions', { kind: 'loan' }],
  amount_above_zero: ['transactions', { amount_minor: 0 }],
  state_is_known: ['transactions', { state: 'lost' }],
  failure_has_reason: ['transactions', { state: 'failed' }],
  attention_is_known: ['transactions', { attention: 'dull' }],
  asked_not_negative: ['transactions', { enquiries: -1 }],
  absences_not_negative: ['transactions', { absences: -1 }],
  absences_unmeasured_not_negative: ['transactions', { absences_unmeasured: -1 }],
  ahead_not_negative: ['transactions', { ahead_ms: -1 }],
  absence_is_whole: ['transactions', { absent_wall_ms: 1, absent_run: 'run' }],
  remark_kind_is_known: ['annotations', { kind: 'gossip' }],
  resolution_has_maker: ['annotations', { kind: 'resolution' }],
  withdrawal_has_because: ['fundings', { kind: 'withdraw' }],
  funding_kind_is_known: ['fundings', { kind: 'gift' }],
  funding_above_zero: ['fundings', { amount_minor: 0 }],
  available_not_negative: ['balances', { available_minor: -1 }],
  held_not_negative: ['balances', { held_minor: -1 }],
  from_is_place: ['postings', { from_ledger_account: 'float:' }],
  to_is_place: ['postings', { to_ledger_account: 'pocket' }],
  known_is_whole: ['quarantines', { known_id: 't' }],
  reached_is_whole: ['quarantines', { reached_at_ms: 1 }],
  end_is_whole: ['quarantines', { ended_at_ms: 1, ended_by: 'amina' }],
  entry_above_zero: ['postings', { amount_minor: 0 }],
  entry_moves: ['postings', { from_ledger_account: 'available' }],
  entry_has_one_cause: ['postings', { transaction_id: null }],
  metadata_is_json: ['transactions', { metadata: 'order 1' }],
  sequence_above_zero: ['events', { sequence: 0 }],
  event_has_one_cause: ['events', { transaction_id: null }],
  types_are_json: ['webhook_endpoints', { types: '*' }],
  disabled_because_is_known: ['webhook_endpoints', { disabled_because: 'dull' }],
  generation_above_zero: ['webhook_endpoints', { generation: 0 }],
  up_to_not_negative: ['webhook_endpoints', { up_to: -1 }],
  changed_by_keys_are_json: ['webhook_endpoints', { changed_by_keys: 'one' }],
  endpoint_claim_is_whole: ['webhook_endpoints', { claimed_by: 'node' }],
  attempts_not_negative: ['webhook_waiting', { attempts: -1 }],
  attempt_above_zero: ['webhook_attempts', { attempt: 0 }],
  prompts_are_json: ['phone_prompts', { prompts: 'none' }],
}

function onDatabase(example: (database: Database) => unknown) {
  return () => {
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      for (const [table, row] of Object.entries(sound)) insert(database, table, row)
      return example(database)
    } finally {
      database.close()
    }
  }
}

function insert(database: Database, table: string, row: Row) {
  const columns = Object.keys(row)
  const values = columns.map((column) => `@${column}`)
  database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`).run(row)
}

function textsOf(database: Database, sql: string): string[] {
  return database.prepare<[], string>(sql).pluck().all()
}

describe('27 The SQLite store: what its schema forbids', () => {
  rule('27.14', 'every CHECK of the schema refuses a bad row, and each of them has one here', {
    ...Object.fromEntries(
      Object.entries(offences).map(([name, [table, offence]]) => [
        name,
        onDatabase((database) => {
          const plant = () => insert(database, table, { ...sound[table], ...offence })
          expect(plant).to.throw().with.property('message', `CHECK constraint failed: ${name}`)
        }),
      ]),
    ),
    'there are no others': onDatabase((database) => {
      const sql = textsOf(database, 'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').join()
      const named = [...sql.matchAll(/CONSTRAINT (\w+)\s+CHECK/g)].map(([, name]) => name)
      expect(named).to.have.members(Object.keys(offences))
      expect(sql.match(/CHECK/g)?.length).to.equal(named.length)
    }),
  })

  rule('27.15', 'no row can exist twice, and no key, transaction or reference under two ids', () =>
    onDatabase((database) => {
      const { postings: _entries, annotations: _remarks, ...unique } = sound
      for (const [table, row] of Object.entries(unique)) {
        expect(() => insert(database, table, row), table).to.throw('UNIQUE constraint failed')
      }
      const sameDigest = { ...sound.account_keys, id: 'another' }
      expect(() => insert(database, 'account_keys', sameDigest)).to.throw(
        'UNIQUE constraint failed: account_keys.digest',
      )
      expect(() => insert(database, 'transactions', { ...transaction, id: 'another' })).to.throw(
        'UNIQUE constraint failed: transactions.reference, transactions.account_id',
      )
    })(),
  )

  rule('27.16', 'no row can refer to an account, transaction or funding that does not exist', () =>
    onDatabase((database) => {
      const tables = Object.keys(sound)
      const broken = tables.flatMap((table) =>
        textsOf(database, `SELECT "from" FROM pragma_foreign_key_list('${table}')`).map((column) => ({
          table,
          column,
        })),
      )
      expect(broken.length).to.equal(19)
      for (const { table, column } of broken) {
        const fresh = {
          id: 'fresh',
          digest: 'fresh',
          reference: 'fresh',
          ...(table === 'events' && { sequence: 2 }),
          ...(table === 'webhook_attempts' && { n: 2 }),
          ...(table === 'webhook_redeliveries' && { nth: 2 }),
        }
        const known = Object.keys(sound[table] ?? {})
        const row = Object.fromEntries(
          Object.entries({ ...sound[table], ...fresh, [column]: 'nobody' }).filter(([name]) => known.includes(name)),
        )
        const cause = column === 'funding_reference' ? { transaction_id: null } : {}
        const plant = () => insert(database, table, { ...row, ...cause })
        expect(plant, `${table}.${column}`).to.throw('FOREIGN KEY constraint failed')
      }
    })(),
  )

  rule('27.17', 'a final state, a posting, an event, an annotation and an ended quarantine cannot be changed', () =>
    onDatabase((database) => {
      const run = (sql: string) => () => database.exec(sql)
      run(`UPDATE transactions SET state = 'succeeded'`)()
      const { attention: _a, ask_at_ms: _b, enquiries: _c, absences: _d, ...enquiries } = transaction
      for (const column of Object.keys(enquiries).filter((name) => !name.startsWith('absent_'))) {
        const other = typeof transaction[column] === 'number' ? 9 : "'pending'"
        expect(run(`UPDATE transactions SET ${column} = ${other}`), column).to.throw('final_states_stay')
      }
      run(`UPDATE transactions SET attention = 'contradiction', ask_at_ms = NULL, enquiries = 2, absences = 1,
        absent_wall_ms = 1, absent_monotonic_ms = 1.5, absent_run = 'run'`)()
      expect(run('UPDATE postings SET amount_minor = 2')).to.throw('postings_stay')
      expect(run('DELETE FROM postings')).to.throw('postings_are_kept')
      expect(run('UPDATE events SET sequence = 2')).to.throw('events_stay')
      expect(run('DELETE FROM events')).to.throw('events_are_kept')
      expect(run(`UPDATE annotations SET text = ''`)).to.throw('annotations_stay')
      expect(run('DELETE FROM annotations')).to.throw('annotations_are_kept')
      const triggers = textsOf(database, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
      const known = [
        'final_states_stay',
        'postings_stay',
        'postings_are_kept',
        'annotations_stay',
        'annotations_are_kept',
        'events_stay',
        'events_are_kept',
      ]
      run("UPDATE quarantines SET ended_at_ms = 1, ended_by = 'amina', because = 'compared'")()
      expect(run("UPDATE quarantines SET because = ''")).to.throw('ended_quarantines_stay')
      expect(run('DELETE FROM quarantines')).to.throw('quarantines_are_kept')
      const ofQuarantines = ['ended_quarantines_stay', 'quarantines_are_kept']
      const entering = ['transactions_are_entered', 'postings_are_stated', 'events_are_entered', 'lists_follow_states']
      expect(triggers).to.have.members([...known, ...ofQuarantines, ...entering])
    })(),
  )

  rule('27.18', 'every table is strict: a text is not accepted as an amount', () =>
    onDatabase((database) => {
      const loose = textsOf(
        database,
        `SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
      )
      expect(loose).to.deep.equal([])
      const texts = { ...sound.balances, currency: 'RWF', held_minor: 'much' }
      expect(() => insert(database, 'balances', texts)).to.throw('cannot store TEXT value in INTEGER column')
    })(),
  )
})
