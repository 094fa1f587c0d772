import { createHash } from 'node:crypto'
import type { Dialect, LookUp } from '../sql/engine/dialect.ts'
import type { SqlStatement } from '../sql/engine/sqlStatement.ts'
import { type Column, type ColumnType, type Table, typeOf } from '../sql/engine/table.ts'

/** PostgreSQL's dialect: rows are sent as one array of values for each column, and change in one statement. */
export const postgresDialect: Dialect = {
  types: { text: 'TEXT', integer: 'BIGINT', real: 'DOUBLE PRECISION', boolean: 'BOOLEAN', json: 'TEXT' },
  create: (table) =>
    [createTable(table), ...createIndexes(table), ...keeping(table)].map((text) => `${text};`).join('\n'),
  insert(table, columns, orElse = '') {
    const names = columns.map(([name]) => name).join(', ')
    const text = `INSERT INTO ${table} (${names}) SELECT * FROM ${given(columns)} ${orElse}`
    return forRows(named(`insert ${table}`, text), columns)
  },
  update(table, { keys, columns }) {
    const all = [...keys, ...columns]
    const sets = columns.map(([name]) => `${name} = given.${name}`).join(', ')
    const text = `UPDATE ${table} AS stored SET ${sets} FROM ${given(all)} WHERE ${matching(keys)}`
    return forRows(named(`update ${table}`, text), all)
  },
  delete(table, keys) {
    const text = `DELETE FROM ${table} AS stored USING ${given(keys)} WHERE ${matching(keys)}`
    return forRows(named(`delete ${table}`, text), keys)
  },
  lookUp,
  nowMs: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  lock: (alias) => `FOR NO KEY UPDATE OF ${alias}`,
  lockFree: (alias) => `FOR NO KEY UPDATE OF ${alias} SKIP LOCKED`,
  greatest: (one, other) => `greatest(${one}, ${other})`,
  each: (select, as) => `LATERAL (${select}) AS ${as}`,
  eachObject: (json, as) => `LATERAL jsonb_array_elements(${json}::jsonb) AS ${as} (object)`,
  eachNumber: (json, as) =>
    `(SELECT element::bigint AS value FROM jsonb_array_elements_text(${json}::jsonb) AS elements (element)) AS ${as}`,
  includes: (text, part) => `strpos(${text}, ${part}) > 0`,
  member: (as, name) => `${as}.object->>'${name}'`,
  isTrue: (as, name) => `(${as}.object->>'${name}')::boolean`,
  // The limit keeps each look-up separate, even when nothing is known about the tables' sizes.
  joinOne: (table, as, on) => `LEFT JOIN LATERAL (SELECT * FROM ${table} ${as} WHERE ${on} LIMIT 1) AS ${as} ON TRUE`,
  joinFound: (table, as, on) => `CROSS JOIN LATERAL (SELECT * FROM ${table} ${as} WHERE ${on} LIMIT 1) AS ${as}`,
  // Without the offset it is planned as an ordinary join, which may read the whole table.
  joinEach: (table, as, on) => `CROSS JOIN LATERAL (SELECT * FROM ${table} ${as} WHERE ${on} OFFSET 0) AS ${as}`,
}

function lookUp({ name, columns, from, keys, joins = '', locks = false }: LookUp) {
  const names = keys.map((_, index) => `key_${index + 1}`)
  const arrays = keys.map(([, type], index) => `$${index + 1}::${postgresDialect.types[type]}[]`)
  const on = keys.map(([column], index) => `${column} = wanted.${names[index]}`).join(' AND ')
  const [, alias = ''] = from.split(' ')
  const locking = locks ? `ORDER BY ${keys.map(([column]) => column).join(', ')} ${postgresDialect.lock(alias)}` : ''
  const wanted = `unnest(${arrays.join(', ')}) AS wanted (${names.join(', ')})`
  const text = `SELECT ${columns} FROM ${wanted} JOIN ${from} ON ${on} ${joins} ${locking}`
  return (rows: readonly (readonly unknown[])[]): SqlStatement[] =>
    rows.length === 0 ? [] : [{ name, text, values: keys.map((_, index) => rows.map((row) => row[index])) }]
}

/** PostgreSQL uses only the beginning of a name, so the text's digest distinguishes statements of a kind. */
function named(kind: string, text: string) {
  return { name: `${kind} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text }
}

function forRows<Row>(statement: { name: string; text: string }, columns: readonly Column<Row>[]) {
  return (rows: readonly Row[]): SqlStatement[] =>
    rows.length === 0 ? [] : [{ ...statement, values: columns.map(([, , value]) => rows.map(value)) }]
}

/** The rows as a table, from one array of values for each column. */
function given<Row>(columns: readonly Column<Row>[]): string {
  const arrays = columns.map((column, index) => `$${index + 1}::${postgresDialect.types[typeOf(column)]}[]`)
  return `unnest(${arrays.join(', ')}) AS given (${columns.map(([name]) => name).join(', ')})`
}

function matching<Row>(keys: readonly Column<Row>[]): string {
  return keys.map(([name]) => `stored.${name} = given.${name}`).join(' AND ')
}

/** Texts compare byte by byte, so that ids of version 7 sort by their times. Foreign keys would cost every payment. */
function createTable({ name, columns, key, constraints = [], fill }: Table): string {
  const numbered = key === 'arrival' ? ['sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY'] : []
  const primary = key === 'arrival' ? [] : [`PRIMARY KEY (${key.join(', ')})`]
  const parts = [...numbered, ...columns.map(definition), ...constraints, ...primary]
  return `CREATE TABLE ${name} (\n  ${parts.join(',\n  ')}\n)${fill === undefined ? '' : ` WITH (fillfactor = ${fill})`}`
}

function definition(column: Column<never>): string {
  const [name, type, , constraint = ''] = column
  const isNullable = type.endsWith('?')
  const isJson = `CONSTRAINT ${name}_is_json CHECK (${name} IS NULL OR ${name}::json IS NOT NULL)`
  const parts = [name, definitions[typeOf(column)], isNullable ? '' : 'NOT NULL', constraint]
  return [...parts, typeOf(column) === 'json' ? isJson : ''].filter((part) => part !== '').join(' ')
}

const definitions: Readonly<Record<ColumnType, string>> = { ...postgresDialect.types, text: 'TEXT COLLATE "C"' }

function createIndexes({ indexes = [], uniqueIndexes = [] }: Table): string[] {
  return [
    ...uniqueIndexes.map((index) => `CREATE UNIQUE INDEX ${index}`),
    ...indexes.map((index) => `CREATE INDEX ${index}`),
  ]
}

/**
 * Triggers that refuse to change or delete rows of a table whose rows all stay. They cost nothing when rows are added.
 */
function keeping({ name, stays }: Table): string[] {
  if (stays !== 'all') return []
  const trigger = (refusal: string, on: string, each: 'ROW' | 'STATEMENT') =>
    `CREATE TRIGGER ${refusal} BEFORE ${on} ON ${name} FOR EACH ${each} EXECUTE FUNCTION refuse_change('${refusal}')`
  return [
    refuseChange,
    trigger(`${name}_stay`, 'UPDATE', 'ROW'),
    trigger(`${name}_are_kept`, 'DELETE', 'ROW'),
    trigger(`${name}_are_not_emptied`, 'TRUNCATE', 'STATEMENT'),
  ]
}

const refuseChange = `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$`
