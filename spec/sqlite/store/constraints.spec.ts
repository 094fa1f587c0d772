import type { Database } from 'better-sqlite3'
import { expect } from 'chai'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { test } from '../../rule.ts'

type Row = Record<string, string | number | null>

const transaction: Row = {
  id: 't',
  account_id: 'a',
  kind: 'payout',
  reference: 'order-1',
  phone_number: '256770000001',
  amount_minor: 5000,
  fee_minor: 100,
  link_id: null,
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
  is_taken_back: 0,
  ask_at_ms: 1,
  enquiries: 0,
  absences: 0,
  absences_unmeasured: 0,
  ahead_ms: 0,
  absent_wall_ms: null,
  absent_monotonic_ms: null,
  absent_run: null,
}

const hourSums = { succeeded: 1, failed: 0, amount_minor: 5000, fees_minor: 0 }

/** One valid row for each table, in an order in which they can be written. */
const sound: Record<string, Row> = {
  accounts: {
    ...{
      id: 'a',
      name: 'Duka',
      kyc: 'complete',
      api_access: 1,
      closed: 0,
      activated_currencies: '["UGX"]',
      version: 1,
    },
    ...{ pin_id: null, pin_mac: null, pin_failures: 0, pin_wrong_at_ms: '[]', pin_locks: 0 },
  },
  account_keys: { account_id: 'a', place: 0, id: 'k', kind: 'secret', digest: 'd', active: 1 },
  day_counts: { account_id: 'a', currency: 'UGX', ends_at_ms: 0, payouts: 0, payouts_minor: 0, collections: 0 },
  name_look_ups: { account_id: 'a', nth: 1, at_ms: 0 },
  phone_prompts: { phone_number: '256770000001', prompts: '[]' },
  transactions: transaction,
  used_references: { account_id: 'a', reference: 'order-1', transaction_id: 't' },
  follow_ups: {
    ...{ account_id: 'a', transaction_id: 't', network: 'MTN', currency: 'UGX', ask_at_ms: 1 },
    ...{ leased_at_ms: null, leased_until_ms: null },
  },
  fundings: {
    ...{ account_id: 'a', reference: 'f', kind: 'fund', currency: 'UGX', amount_minor: 1, because: null, at_ms: 0 },
  },
  payment_links: {
    ...{
      id: 'l',
      account_id: 'a',
      reference: 'order-17',
      token_digest: 'd',
      minimum_minor: 5_000,
      maximum_minor: 5_000,
      currency: 'UGX',
    },
    ...{ description: 'Coffee', uses: 1, return_url: null, created_at_ms: 0, expires_at_ms: 1, ended_at_ms: null },
    ...{ quarantines: 0 },
  },
  payout_batches: {
    ...{
      id: 'b',
      account_id: 'a',
      key_id: 'k',
      reference: 'salaries',
      digest: 'd',
      lines: 1,
      state: 'paying',
      sums: '[]',
    },
    ...{ final_totals: null, created_at_ms: 0, updated_at_ms: 0, quarantines: 0 },
    ...{ claimed_by: null, claimed_until_ms: null },
  },
  payout_batch_lines: {
    ...{ batch_id: 'b', number: 1, reference: 'salary-1', phone_number: '256770000001', amount_minor: 1, fee_minor: 0 },
    ...{ currency: 'UGX', network: 'MTN', state: 'waiting', code: null, transaction_id: null },
  },
  balances: { account_id: 'a', currency: 'UGX', available_minor: 0, held_minor: 0, postings: 1, posted_at_ms: 0 },
  postings: {
    ...{ account_id: 'a', currency: 'UGX', n: 0, from_ledger_account: 'float:MTN', to_ledger_account: 'available' },
    ...{ amount_minor: 1, transaction_id: 't', funding_reference: null, batch_id: null, at_ms: 0 },
  },
  statement_marks: { account_id: 'a', currency: 'UGX', n: 255, latest_ms: 0, available_minor: 1, held_minor: 0 },
  annotations: {
    ...{ account_id: 'a', transaction_id: 't', kind: 'mismatch', text: 'another amount', made_by: null, at_ms: 0 },
  },
  exchanges: { transaction_id: 't', place: 0, last: 0, at_ms: 0, entries: '{}' },
  events: { account_id: 'a', sequence: 1, transaction_id: 't', funding_reference: null, batch_id: null, at_ms: 0 },
  event_lists: { account_id: 'a', type: 'payout.failed', sequence: 1 },
  transaction_lists: { account_id: 'a', currency: 'UGX', network: 'MTN', kind: 'payout', state: 'failed', id: 't' },
  phone_lists: { account_id: 'a', ending: '001', phone_number: '256770000001', id: 't' },
  text_lists: { account_id: 'a', last_event: 64, highest_id: 't', lowest_id: 's', texts: 'order-1', amounts: '[500]' },
  network_id_lists: { network_id: '1000000001', account_id: 'a', id: 't' },
  webhook_endpoints: {
    ...{ id: 'e', account_id: 'a', url: 'https://a.example', types: '["*"]', changed_by_keys: '[]', generation: 1 },
    ...{ created_at_ms: 0, up_to: 0, disabled_because: null, claimed_by: null, claimed_until_ms: null },
  },
  webhook_waiting: { endpoint_id: 'e', sequence: 1, attempts: 0, due_at_ms: 0 },
  webhook_attempts: { endpoint_id: 'e', n: 1, sequence: 1, attempt: 1, at_ms: 0, took_ms: 0, answer: '' },
  webhook_redeliveries: { account_id: 'a', sequence: 1, nth: 1, at_ms: 0 },
  quarantines: { why: 'mark_missing', begun_at_ms: 0 },
  channel_stops: {
    ...{ network: 'MTN', currency: 'UGX', kind: 'payout', cause: 'paused', access: '' },
    ...{ begun_at_ms: 0, because: 'b' },
  },
  reconciliations: {
    ...{ id: 'r', digest: 'd', file: 'f.csv', network: 'MTN', profile: 'p', from_ms: 0, to_ms: 1, begun_by: 'amina' },
    ...{ begun_at_ms: 0, ended_at_ms: null, row_count: null, totals: null, absent: null, balances: null },
  },
  reconciliation_entries: {
    ...{ run_id: 'r', item: 2, at_ms: 0, direction: 'out', amount_minor: 1, currency: 'UGX' },
    ...{ bucket: 'matched', transaction_id: 't', why: null },
  },
  reconciliation_notes: { run_id: 'r', item: 2, kind: 'resolved', because: 'b', made_by: 'amina', at_ms: 0 },
  reconciliation_rules: { name: 'n', network: 'MTN', decision: '{}', because: 'b', made_by: 'amina', at_ms: 0 },
  actions: { number: 1, at_ms: 0, made_by: 'amina', kind: 'account.set', subject: 'account a', previous: '' },
  action_chain: { one: 1, number: 1, hash: 'h' },
  operator_moves: {
    ...{
      reference: 'bank-1',
      kind: 'top_up',
      currency: 'UGX',
      from_account: 'bank',
      to_account: 'float:MTN:disbursement',
    },
    ...{ amount_minor: 5000, made_by: 'amina', because: null, at_ms: 0 },
  },
  float_periods: { currency: 'UGX', network: 'MTN', kind: 'payout', from_ms: 0, amount_minor: 5000 },
  account_hours: { account_id: 'a', from_ms: 0, currency: 'UGX', network: 'MTN', kind: 'payout', ...hourSums },
  channel_hours: { from_ms: 0, currency: 'UGX', network: 'MTN', kind: 'payout', within_ms: 1000, ...hourSums },
  summed_events: { account_id: 'a', sequence: 1 },
  float_gathered: { account_id: 'a', currency: 'UGX', postings: 1 },
  float_turn: { one: 1, asked_at_ms: 0 },
  audit_marks: {
    ...{ one: 1, rules: 1, at_ms: 0, full_at_ms: 0, quarantines: 0, transactions: 1, open: 0, fundings: 1, batches: 0 },
    ...{ last_id: 't', posted_sums: '[]' },
  },
  marked_balances: {
    ...{ account_id: 'a', currency: 'UGX', postings: 1, available_minor: 0, held_minor: 0, posted_at_ms: 0 },
  },
  marked_events: { account_id: 'a', sequence: 1 },
  marked_transactions: { id: 't' },
  users: {
    ...{ id: 'u', account_id: 'a', role: 'viewer', name: 'Amina', name_key: 'amina', password_hash: 'h' },
    ...{
      state: 'active',
      language: null,
      second_step: '{}',
      devices: '[]',
      refund_limits: '[]',
      created_at_ms: 0,
      password_at_ms: 0,
    },
    ...{ visited_at_ms: 0, looked_at_ms: null },
  },
  notices: {
    ...{ user_id: 'u', key: 'k', kind: 'paid', facts: '{}', at_ms: 0, is_shown: 1, read_at_ms: null },
    ...{ mail: 'none', mail_from_ms: null, mail_due_ms: null, mail_problem: null },
  },
  notice_settings: { user_id: 'u', page: '[]', mail: '[]', is_daily: 0, address: null, asked: null },
  invitations: {
    ...{ digest: 'i', account_id: 'a', role: 'viewer', user_id: 'u', invited_by: 'okello', maker_id: null },
    ...{ created_at_ms: 0, expires_at_ms: 1, used_at_ms: null },
  },
  sessions: {
    ...{ digest: 's', id: 's', user_id: 'u', needs: null, created_at_ms: 0, seen_at_ms: 0, ends_at_ms: 1 },
    ...{ confirmed_until_ms: null, challenge: null, network: 'n', device: 'd' },
  },
  sign_in_attempts: { key: 'k', times: '[]', over_at_ms: 0 },
  float_reports: { currency: 'UGX', account: 'float:MTN', amount_minor: 1, paid_minor: 0, at_ms: 0 },
}

/** For each CHECK of the schema, a table and the change that makes its valid row break it. */
const offences: Record<string, readonly [table: string, offence: Row]> = {
  meta_has_one_row: ['meta', { one: 2, purpose: 'live' }],
  purpose_is_known: ['meta', { one: 1, purpose: 'fun' }],
  marked_is_boolean: ['meta', { one: 1, purpose: 'live', marked: 2 }],
  commits_not_negative: ['meta', { one: 1, purpose: 'live', commits: -1 }],
  kyc_is_known: ['accounts', { kyc: 'half' }],
  api_access_is_boolean: ['accounts', { api_access: 2 }],
  closed_is_boolean: ['accounts', { closed: -1 }],
  activated_currencies_is_json: ['accounts', { activated_currencies: 'UGX' }],
  limits_is_json: ['accounts', { limits: 'none' }],
  version_above_zero: ['accounts', { version: 0 }],
  pin_is_whole: ['accounts', { pin_id: 'p', pin_mac: 'm' }],
  failures_not_negative: ['accounts', { pin_failures: -1 }],
  pin_wrong_at_ms_is_json: ['accounts', { pin_wrong_at_ms: 'never' }],
  locks_not_negative: ['accounts', { pin_locks: -1 }],
  key_kind_is_known: ['account_keys', { kind: 'spare' }],
  active_is_boolean: ['account_keys', { active: 2 }],
  scopes_is_json: ['account_keys', { scopes: 'pay' }],
  addresses_is_json: ['account_keys', { addresses: 'here' }],
  prompts_is_json: ['phone_prompts', { prompts: 'none' }],
  day_payouts_not_negative: ['day_counts', { payouts: -1 }],
  day_payouts_minor_not_negative: ['day_counts', { payouts_minor: -1 }],
  day_collections_not_negative: ['day_counts', { collections: -1 }],
  kind_is_known: ['transactions', { kind: 'loan' }],
  refund_has_collection: ['transactions', { refund_of: 't' }],
  amount_above_zero: ['transactions', { amount_minor: 0 }],
  fee_above_zero: ['transactions', { fee_minor: 0 }],
  link_is_for_collections: ['transactions', { link_id: 'l' }],
  link_above_zero: ['payment_links', { minimum_minor: 0 }],
  link_bounds: ['payment_links', { minimum_minor: 2, maximum_minor: 1 }],
  uses_above_zero: ['payment_links', { uses: 0 }],
  fee_back_above_zero: ['transactions', { kind: 'collection', fee_back_minor: 0 }],
  metadata_is_json: ['transactions', { metadata: 'order 1' }],
  state_is_known: ['transactions', { state: 'lost' }],
  failure_has_reason: ['transactions', { state: 'failed' }],
  attention_is_known: ['transactions', { attention: 'dull' }],
  reported_is_known: ['transactions', { reported: 'gossip' }],
  taken_back_succeeded: ['transactions', { is_taken_back: 1 }],
  is_taken_back_is_boolean: ['transactions', { state: 'succeeded', is_taken_back: 2 }],
  enquiries_not_negative: ['transactions', { enquiries: -1 }],
  absences_not_negative: ['transactions', { absences: -1 }],
  absences_unmeasured_not_negative: ['transactions', { absences_unmeasured: -1 }],
  ahead_not_negative: ['transactions', { ahead_ms: -1 }],
  absence_is_whole: ['transactions', { absent_wall_ms: 1, absent_run: 'run' }],
  lease_is_whole: ['follow_ups', { leased_at_ms: 1 }],
  withdrawal_has_because: ['fundings', { kind: 'withdraw' }],
  funding_kind_is_known: ['fundings', { kind: 'gift' }],
  funding_above_zero: ['fundings', { amount_minor: 0 }],
  batch_has_lines: ['payout_batches', { lines: 0 }],
  batch_state_is_known: ['payout_batches', { state: 'lost' }],
  sums_is_json: ['payout_batches', { sums: 'all' }],
  final_totals_is_json: ['payout_batches', { state: 'completed', final_totals: 'all' }],
  completed_has_totals: ['payout_batches', { state: 'completed' }],
  batch_claim_is_whole: ['payout_batches', { claimed_by: 'node' }],
  line_number_above_zero: ['payout_batch_lines', { number: 0 }],
  line_has_amount: ['payout_batch_lines', { amount_minor: null }],
  line_fee_not_negative: ['payout_batch_lines', { fee_minor: -1 }],
  line_metadata_is_json: ['payout_batch_lines', { line_metadata: 'order 1' }],
  line_state_is_known: ['payout_batch_lines', { state: 'lost' }],
  refused_has_code: ['payout_batch_lines', { state: 'refused' }],
  opened_is_payment: ['payout_batch_lines', { state: 'opened' }],
  available_not_negative: ['balances', { available_minor: -1 }],
  held_not_negative: ['balances', { held_minor: -1 }],
  postings_not_negative: ['balances', { postings: -1 }],
  from_is_ledger_account: ['postings', { from_ledger_account: 'float:' }],
  to_is_ledger_account: ['postings', { to_ledger_account: 'pocket' }],
  posting_above_zero: ['postings', { amount_minor: 0 }],
  posting_moves: ['postings', { from_ledger_account: 'available' }],
  posting_has_one_cause: ['postings', { transaction_id: null }],
  annotation_kind_is_known: ['annotations', { kind: 'gossip' }],
  resolution_has_maker: ['annotations', { kind: 'resolution' }],
  place_is_known: ['exchanges', { place: 31 }],
  last_not_negative: ['exchanges', { last: -1 }],
  sequence_above_zero: ['events', { sequence: 0 }],
  event_has_one_cause: ['events', { transaction_id: null }],
  types_is_json: ['webhook_endpoints', { types: '*' }],
  changed_by_keys_is_json: ['webhook_endpoints', { changed_by_keys: 'one' }],
  disabled_because_is_known: ['webhook_endpoints', { disabled_because: 'dull' }],
  generation_above_zero: ['webhook_endpoints', { generation: 0 }],
  up_to_not_negative: ['webhook_endpoints', { up_to: -1 }],
  endpoint_claim_is_whole: ['webhook_endpoints', { claimed_by: 'node' }],
  attempts_not_negative: ['webhook_waiting', { attempts: -1 }],
  attempt_above_zero: ['webhook_attempts', { attempt: 0 }],
  known_is_whole: ['quarantines', { known_id: 't' }],
  reached_is_whole: ['quarantines', { reached_at_ms: 1 }],
  end_is_whole: ['quarantines', { ended_at_ms: 1, ended_by: 'amina' }],
  stop_end_is_whole: ['channel_stops', { ended_at_ms: 1 }],
  totals_is_json: ['reconciliations', { totals: 'all' }],
  absent_is_json: ['reconciliations', { absent: 'all' }],
  balances_is_json: ['reconciliations', { balances: 'right' }],
  bucket_is_known: ['reconciliation_entries', { bucket: 'sieve' }],
  note_kind_is_known: ['reconciliation_notes', { kind: 'gossip' }],
  decision_is_json: ['reconciliation_rules', { decision: 'yes' }],
  from_is_money_account: ['operator_moves', { from_account: 'pocket' }],
  to_is_money_account: ['operator_moves', { to_account: 'float:' }],
  move_above_zero: ['operator_moves', { amount_minor: 0 }],
  move_moves: ['operator_moves', { from_account: 'float:MTN:disbursement' }],
  role_is_known: ['users', { role: 'administrator' }],
  user_state_is_known: ['users', { state: 'lost' }],
  second_step_is_json: ['users', { second_step: 'none' }],
  devices_is_json: ['users', { devices: 'none' }],
  notice_kind_is_known: ['notices', { kind: 'lost' }],
  facts_is_json: ['notices', { facts: 'paid' }],
  is_shown_is_boolean: ['notices', { is_shown: 2 }],
  mail_is_known: ['notices', { mail: 'lost' }],
  page_is_json: ['notice_settings', { page: 'all' }],
  mail_is_json: ['notice_settings', { mail: 'all' }],
  is_daily_is_boolean: ['notice_settings', { is_daily: 2 }],
  asked_is_json: ['notice_settings', { asked: 'none' }],
  refund_limits_is_json: ['users', { refund_limits: 'none' }],
  invited_role_is_known: ['invitations', { account_id: null }],
  need_is_known: ['sessions', { needs: 'rest' }],
  times_is_json: ['sign_in_attempts', { times: 'never' }],
  turn_is_one: ['float_turn', { one: 2 }],
  mark_is_one: ['audit_marks', { one: 2 }],
  amounts_is_json: ['text_lists', { amounts: 'all' }],
  posted_sums_is_json: ['audit_marks', { posted_sums: 'all' }],
  number_above_zero: ['actions', { number: 0 }],
  facts_before_is_json: ['actions', { facts_before: 'kyc' }],
  facts_after_is_json: ['actions', { facts_after: 'kyc' }],
  chain_is_one: ['action_chain', { one: 2 }],
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

describe('The SQLite store: constraints of its schema', () => {
  test('every CHECK of the schema refuses a bad row, and each of them has one here', {
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

  test('no row can exist twice, and no key, transaction or reference under two ids', () =>
    onDatabase((database) => {
      const {
        annotations: _numbered,
        quarantines: _too,
        channel_stops: __,
        reconciliation_notes: ___,
        ...unique
      } = sound
      for (const [table, row] of Object.entries(unique)) {
        expect(() => insert(database, table, row), table).to.throw('UNIQUE constraint failed')
      }
      expect(() => insert(database, 'quarantines', sound.quarantines ?? {})).to.throw('one_quarantine_lasts')
      expect(() => insert(database, 'channel_stops', sound.channel_stops ?? {})).to.throw(
        'UNIQUE constraint failed: channel_stops',
      )
      const sameDigest = { ...sound.account_keys, place: 1, id: 'another' }
      expect(() => insert(database, 'account_keys', sameDigest)).to.throw(
        'UNIQUE constraint failed: account_keys.digest',
      )
      insert(database, 'transactions', { ...transaction, id: 'another' })
      const sameReference = { ...sound.used_references, transaction_id: 'another' }
      expect(() => insert(database, 'used_references', sameReference)).to.throw(
        'UNIQUE constraint failed: used_references.account_id, used_references.reference',
      )
    })())

  test('no row can refer to an account, transaction or funding that does not exist', () =>
    onDatabase((database) => {
      const tables = Object.keys(sound)
      const broken = tables.flatMap((table) =>
        textsOf(database, `SELECT "from" FROM pragma_foreign_key_list('${table}')`).map((column) => ({
          table,
          column,
        })),
      )
      expect(broken.length).to.equal(36)
      for (const { table, column } of broken) {
        const fresh = {
          id: 'fresh',
          digest: 'fresh',
          reference: 'fresh',
          n: 9,
          place: 9,
          sequence: 9,
          number: 9,
          name_key: 'n',
          token_digest: 'fresh',
        }
        const known = Object.keys(sound[table] ?? {})
        const row = Object.fromEntries(
          Object.entries({ ...sound[table], ...fresh, [column]: 'nobody' }).filter(([name]) => known.includes(name)),
        )
        const isOther = ['funding_reference', 'batch_id'].includes(column) && 'funding_reference' in row
        const isOpened = table === 'payout_batch_lines' && column === 'transaction_id'
        const cause = {
          ...(isOther && { transaction_id: null }),
          ...(isOpened && { state: 'opened' }),
          ...(column === 'link_id' && { kind: 'collection' }),
        }
        const plant = () => insert(database, table, { ...row, ...cause })
        expect(plant, `${table}.${column}`).to.throw('FOREIGN KEY constraint failed')
      }
    })())

  test('a final state, a posting, an event, an annotation, an ended quarantine, an ended stop, a comparison, a move and an action cannot be changed', () =>
    onDatabase((database) => {
      const run = (sql: string) => () => database.exec(sql)
      run(`UPDATE transactions SET state = 'succeeded'`)()
      const free = [
        'network_reason',
        'attention',
        'is_taken_back',
        'ask_at_ms',
        'enquiries',
        'absences',
        'absences_unmeasured',
        'ahead_ms',
      ]
      const fixed = Object.keys(transaction).filter((name) => !free.includes(name) && !name.startsWith('absent_'))
      for (const column of fixed) {
        const other = typeof transaction[column] === 'number' ? 9 : "'pending'"
        expect(run(`UPDATE transactions SET ${column} = ${other}`), column).to.throw('transactions_stay')
      }
      run(`UPDATE transactions SET attention = 'contradiction', ask_at_ms = NULL, enquiries = 2, absences = 1,
        network_reason = 'N', absent_wall_ms = 1, absent_monotonic_ms = 1.5, absent_run = 'run'`)()
      expect(run('DELETE FROM transactions')).to.throw('transactions_are_kept')
      expect(run('UPDATE postings SET amount_minor = 2')).to.throw('postings_stay')
      expect(run('DELETE FROM postings')).to.throw('postings_are_kept')
      expect(run('UPDATE events SET sequence = 2')).to.throw('events_stay')
      expect(run('DELETE FROM events')).to.throw('events_are_kept')
      expect(run(`UPDATE annotations SET text = ''`)).to.throw('annotations_stay')
      expect(run('DELETE FROM annotations')).to.throw('annotations_are_kept')
      run("UPDATE quarantines SET ended_at_ms = 1, ended_by = 'amina', because = 'compared'")()
      expect(run("UPDATE quarantines SET because = ''")).to.throw('quarantines_stay')
      expect(run('DELETE FROM quarantines')).to.throw('quarantines_are_kept')
      run("UPDATE channel_stops SET ended_at_ms = 1, ended_because = 'compared'")()
      expect(run("UPDATE channel_stops SET ended_because = ''")).to.throw('channel_stops_stay')
      expect(run('DELETE FROM channel_stops')).to.throw('channel_stops_are_kept')
      expect(run('UPDATE operator_moves SET amount_minor = 2')).to.throw('operator_moves_stay')
      expect(run('DELETE FROM operator_moves')).to.throw('operator_moves_are_kept')
      expect(run("UPDATE actions SET because = ''")).to.throw('actions_stay')
      expect(run('DELETE FROM actions')).to.throw('actions_are_kept')
      expect(run("UPDATE reconciliation_entries SET bucket = 'fee'")).to.throw('reconciliation_entries_stay')
      expect(run('DELETE FROM reconciliation_entries')).to.throw('reconciliation_entries_are_kept')
      run("UPDATE reconciliations SET ended_at_ms = 1, row_count = 1, totals = '[]'")()
      expect(run('UPDATE reconciliations SET row_count = 2')).to.throw('reconciliations_stay')
      expect(run('DELETE FROM reconciliations')).to.throw('reconciliations_are_kept')
      expect(run("UPDATE reconciliation_notes SET because = ''")).to.throw('reconciliation_notes_stay')
      expect(run('DELETE FROM reconciliation_notes')).to.throw('reconciliation_notes_are_kept')
      const kept = [
        ...['transactions', 'postings', 'events', 'annotations', 'quarantines', 'channel_stops'],
        ...['reconciliations', 'reconciliation_entries', 'reconciliation_notes', 'operator_moves', 'actions'],
      ]
      expect(textsOf(database, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`)).to.have.members(
        kept.flatMap((table) => [`${table}_stay`, `${table}_are_kept`]),
      )
    })())

  test('every table is strict: a text is not accepted as an amount', () =>
    onDatabase((database) => {
      const loose = textsOf(
        database,
        `SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
      )
      expect(loose).to.deep.equal([])
      const texts = { ...sound.balances, currency: 'RWF', held_minor: 'much' }
      expect(() => insert(database, 'balances', texts)).to.throw('cannot store TEXT value in INTEGER column')
    })())
})
