import pg from 'pg'
import { UnusableDatabase } from '../../../core/sente.ts'

/** No server can be reached that is the primary; the message names each and what it said. */
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

/** The constraint by which the database refuses what programs write that are too old for its schema. */
export const programWorks = 'program_works'

/** The database was brought to a version on which this program does not work. */
export class Outdated extends UnusableDatabase {
  constructor() {
    super('the database was upgraded while it was open, and this sente is too old for it: start a newer one')
  }
}

/** Serialisation failures and deadlocks. */
const conflictCodes = ['40001', '40P01']

/** A server that shuts down, starts, was demoted to read only, or whose connection broke. */
const lostCodes = /^(08...|57P0[1-5]|25006)$/

/** Whether a transaction failed because of others at the same time, so that it may succeed when it is run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && conflictCodes.includes(error.code ?? '')
}

/** Whether a table, or its type, is there already. */
export function isMadeAlready(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['42P07', '42710', '23505'].includes(error.code ?? '')
}

/** Whether a value is a text that the database cannot hold. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '22021'
}

/** Whether a row's key is there already. */
export function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505'
}

/** Whether the database refuses a program that is too old for it. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === programWorks
}

/** Whether another transaction kept a lock for longer than was waited. */
export function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether an error is of the connection or of a server that is going, and not of the statement. */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return isFatal(error) || lostCodes.test(error.code ?? '')
  return error instanceof ConnectionLost
}

/** Whether a statement certainly failed, and so its transaction: the server said so and keeps the connection. */
export function isRefusedStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isFatal(error)
}

function isFatal({ severity }: pg.DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC'
}
