import pg from 'pg'
import { UnusableDatabase } from '../../../core/sente.ts'

/** The primary cannot be reached. The message names each server and its answer. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** A connection ended, or was silent for too long. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** The store was closed before the call had its answer. */
export class StoreClosed extends Error {
  override readonly name = 'StoreClosed'
}

/** It is not known whether a transaction was committed, and it could not be found out in time. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** The constraint that makes the database refuse writes of programs too old for its schema. */
export const programWorks = 'program_works'

/** The constraint that makes a database refuse all writes to books that were moved to another one. */
export const booksMoved = 'books_moved'

/** The database was upgraded to a version that this program does not work with. */
export class Outdated extends UnusableDatabase {
  constructor() {
    super('the database was upgraded while it was open, and this sente is too old for it: start a newer one')
  }
}

/** The books belong to another database than the one that they are in. */
export class Elsewhere extends UnusableDatabase {}

/** The session of a connection also serves other connections, or changes between statements. */
export class SharedSession extends UnusableDatabase {
  constructor() {
    super(
      'the connections to the database share or change sessions, as with a pooler in transaction mode or one that ' +
        'balances reads, and are not used: connect to PostgreSQL itself, or set the pooler to session mode without balancing',
    )
  }
}

/** Serialisation failures and deadlocks. */
const conflictCodes = ['40001', '40P01']

/** A server that shuts down, starts, was demoted to read only, or whose connection broke. */
const lostCodes = /^(08...|57P0[1-5]|25006)$/

/** Whether a transaction failed because of concurrent ones, so that it may succeed when it is run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && conflictCodes.includes(error.code ?? '')
}

/** Whether a table, or its type, already exists. */
export function isMadeAlready(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['42P07', '42710', '23505'].includes(error.code ?? '')
}

/** Whether a value is a text that the database cannot hold. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '22021'
}

/** Whether a row's key already exists. */
export function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505'
}

/** Whether the database refuses a program that is too old for it. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === programWorks
}

/** Whether the database refuses all writes, since its books were moved. */
export function isMoved(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === booksMoved
}

/** Whether a statement ran in another session: a prepared one is missing there, or another connection prepared it. */
export function isShared(error: unknown): boolean {
  if (error instanceof SharedSession) return true
  return error instanceof pg.DatabaseError && ['26000', '42P05'].includes(error.code ?? '')
}

/** Whether another transaction kept a lock for longer than the time limit. */
export function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether an error shows that the server has found its files damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['XX001', 'XX002'].includes(error.code ?? '')
}

/** Whether an error is due to the connection, or to a server that shuts down, and not to the statement. */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return isFatal(error) || lostCodes.test(error.code ?? '')
  return error instanceof ConnectionLost
}

/**
 * Whether a statement certainly failed, and with it its transaction: the server reported it and keeps the connection.
 */
export function isRefusedStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isFatal(error)
}

function isFatal({ severity }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC'
}
