import { pseudonymPrefix } from '../../core/sente.ts'
import type { Dialect, LookUp } from '../sql/engine/dialect.ts'
import type { SqlStatement } from '../sql/engine/sqlStatement.ts'
import { type Column, type ColumnType, type Table, typeOf } from '../sql/engine/table.ts'

/** SQLite's dialect: a statement runs once for each row, which costs nothing in the same process. */
export const sqliteDialect: Dialect = {
  types: { text: 'TEXT', integer: 'INTEGER', real: 'REAL', boolean: 'INTEGER', json: 'TEXT' },
  create: (table) =>
    [createTable(table), ...createIndexes(table), ...keeping(table)].map((text) => `${text};`).join('\n'),
  insert(table, columns, orElse = '') {
    const names = columns.map(([name]) => name).join(', ')
    const text = `INSERT INTO ${table} (${names}) VALUES (${columns.map(parameterOf).join(', ')}) ${orElse}`
    return forRows({ name: `insert ${table}`, text }, columns)
  },
  update(table, { keys, columns }) {
    const sets = columns.map(([name], index) => `${name} = ${parameterOf(0, index)}`).join(', ')
    const text = `UPDATE ${table} SET ${sets} WHERE ${matching(keys, columns.length)}`
    return forRows({ name: `update ${table} ${sets}`, text }, [...columns, ...keys])
  },
  delete: (table, keys) =>
    forRows({ name: `delete ${table}`, text: `DELETE FROM ${table} WHERE ${matching(keys, 0)}` }, keys),
  lookUp,
  nowMs: "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)",
  lock: () => '',
  lockFree: () => '',
  greatest: (one, other) => `max(${one}, ${other})`,
  each: (select, as) => `json_each((SELECT json_group_array(value) FROM (${select}))) AS ${as}`,
  eachObject: (json, as) => `json_each(${json}) AS ${as}`,
  eachNumber: (json, as) => `json_each(${json}) AS ${as}`,
  includes: (text, part) => `instr(${text}, ${part}) > 0`,
  member: (as, name) => `${as}.value->>'${name}'`,
  isTrue: (as, name) => `${as}.value->>'${name}' = 1`,
  joinOne: (table, as, on) => `LEFT JOIN ${table} AS ${as} ON ${on}`,
  joinFound: inOrder,
  joinEach: inOrder,
}

/** A join in this order: in a CROSS JOIN SQLite never takes the later table first. */
function inOrder(table: string, as: string, on: string): string {
  return `CROSS JOIN ${table} AS ${as} ON ${on}`
}

function lookUp({ name, columns, from, keys, joins = '' }: LookUp) {
  const on = keys.map(([column], index) => `${column} = ${parameterOf(0, index)}`).join(' AND ')
  const text = `SELECT ${columns} FROM ${from} ${joins} WHERE ${on}`
  return (rows: readonly (readonly unknown[])[]): SqlStatement[] =>
    rows.length === 0 ? [] : [{ name, text, each: rows }]
}

function forRows<Row>(statement: { name: string; text: string }, columns: readonly Column<Row>[]) {
  const values = columns.map(storedValue)
  return (rows: readonly Row[]): SqlStatement[] =>
    rows.length === 0 ? [] : [{ ...statement, each: rows.map((row) => values.map((value) => value(row))) }]
}

/** SQLite has no booleans. */
function storedValue<Row>(column: Column<Row>): (row: Row) => unknown {
  const [, , value] = column
  return typeOf(column) === 'boolean' ? (row) => Number(value(row)) : value
}

function parameterOf(_: unknown, index: number): string {
  return `$${index + 1}`
}

function matching<Row>(keys: readonly Column<Row>[], before: number): string {
  return keys.map(([name], index) => `${name} = ${parameterOf(0, before + index)}`).join(' AND ')
}

/**
 * Rows lie in the order of their key, or in that of their arrival. In the order of arrival a payment writes beside the
 * one before it, and the key is found by a unique index of fewer columns.
 */
function createTable({ name, columns, key, constraints = [], parents = [], inOrderOfArrival }: Table): string {
  const isNumbered = key === 'arrival' || inOrderOfArrival
  const parts = [
    ...(isNumbered ? ['sequence INTEGER PRIMARY KEY'] : []),
    ...columns.map(definition),
    ...constraints,
    ...parents.map((parent) => `FOREIGN KEY ${parent}`),
    ...(isNumbered ? [] : [`PRIMARY KEY (${key.join(', ')})`]),
  ]
  return `CREATE TABLE ${name} (\n  ${parts.join(',\n  ')}\n) STRICT${isNumbered ? '' : ', WITHOUT ROWID'}`
}

function definition(column: Column<never>): string {
  const [name, type, , constraint = ''] = column
  const parts = [name, sqliteDialect.types[typeOf(column)], type.endsWith('?') ? '' : 'NOT NULL', constraint]
  return [...parts, checks[typeOf(column)]?.(name) ?? ''].filter((part) => part !== '').join(' ')
}

const checks: Partial<Record<ColumnType, (name: string) => string>> = {
  boolean: (name) => `CONSTRAINT ${name}_is_boolean CHECK (${name} IN (0, 1))`,
  json: (name) => `CONSTRAINT ${name}_is_json CHECK (${name} IS NULL OR json_valid(${name}))`,
}

function createIndexes({ indexes = [], uniqueIndexes = [] }: Table): string[] {
  return [
    ...uniqueIndexes.map((index) => `CREATE UNIQUE INDEX ${index}`),
    ...indexes.map((index) => `CREATE INDEX ${index}`),
  ]
}

/** Triggers that refuse to change or delete permanent rows. */
function keeping({ name, columns, stays }: Table): string[] {
  if (stays === undefined) return []
  const { when, except = [], erasable = '' } = stays === 'all' ? { when: 'TRUE' } : stays
  const fixed = columns.map(([column]) => column).filter((column) => ![...except, erasable].includes(column))
  const row = (which: 'NEW' | 'OLD') => `(${fixed.map((column) => `${which}.${column}`).join(', ')})`
  const isOther = `${row('NEW')} IS NOT ${row('OLD')}`
  const isMistaken = `NEW.${erasable} IS NOT OLD.${erasable} AND coalesce(NEW.${erasable}, '') NOT GLOB '${pseudonymPrefix}*'`
  const isChanged = erasable === '' ? isOther : `(${isOther} OR ${isMistaken})`
  return [
    refusing(`${name}_stay`, `BEFORE UPDATE ON ${name} WHEN ${stays === 'all' ? when : `${when} AND ${isChanged}`}`),
    refusing(`${name}_are_kept`, `BEFORE DELETE ON ${name}`),
  ]
}

function refusing(name: string, write: string): string {
  return `CREATE TRIGGER ${name} ${write}\nBEGIN\n  SELECT RAISE(ABORT, '${name}');\nEND`
}
