import type { Remedy } from '../../../core/sente.ts'
import { OtherVersion } from '../../sql/schema/found.ts'
import { Elsewhere, SharedSession, Unreachable } from '../client/errors.ts'

/** The remedy for an error with which a database could not be opened, if it is known. */
export function remedyFor(error: unknown): Remedy | undefined {
  if (error instanceof OtherVersion) return error.remedy
  if (error instanceof SharedSession) return leavePooler
  if (error instanceof Elsewhere) return declareMoved
  if (!(error instanceof Unreachable)) return undefined
  return /certificate/.test(error.message) ? renew : findPrimary
}

const renew: Remedy = {
  fix: 'renew the certificate of PostgreSQL, or configure the gateway to trust the authority that has signed it',
  runbook: 'docs/operating/incidents/certificate-expired.md',
}

const findPrimary: Remedy = {
  fix: 'make sure that one of the servers is the primary, and that DATABASE_URL names it',
  runbook: 'docs/operating/incidents/primary-dead.md',
}

const declareMoved: Remedy = {
  fix: 'set DATABASE_URL to the database of the books, or declare with `sente database moved` that they were moved',
  runbook: 'docs/scaling/major-upgrade.md',
}

const leavePooler: Remedy = {
  fix: 'connect to PostgreSQL itself, or set the pooler to session mode without balancing',
  runbook: 'docs/scaling/poolers.md',
}
