import type { PaymentLink } from '../../../core/sente.ts'
import { type Column, numberOrNull, type Stored, selected, type Table } from '../engine/table.ts'

/** Payment links. */
export const paymentLinks = {
  name: 'payment_links',
  moves: 'copied',
  columns: [
    ['id', 'text', ({ id }) => id],
    ['account_id', 'text', ({ accountId }) => accountId],
    ['reference', 'text', ({ reference }) => reference],
    ['token_digest', 'text', ({ tokenDigest }) => tokenDigest],
    [
      'minimum_minor',
      'integer',
      ({ minimumMinor }) => minimumMinor,
      'CONSTRAINT link_above_zero CHECK (minimum_minor > 0)',
    ],
    [
      'maximum_minor',
      'integer',
      ({ maximumMinor }) => maximumMinor,
      'CONSTRAINT link_bounds CHECK (maximum_minor >= minimum_minor)',
    ],
    ['currency', 'text', ({ currency }) => currency],
    ['description', 'text', ({ description }) => description],
    ['uses', 'integer?', ({ uses }) => uses, 'CONSTRAINT uses_above_zero CHECK (uses > 0)'],
    ['return_url', 'text?', ({ returnUrl }) => returnUrl],
    ['created_at_ms', 'integer', ({ createdAtMs }) => createdAtMs],
    ['expires_at_ms', 'integer', ({ expiresAtMs }) => expiresAtMs],
    ['ended_at_ms', 'integer?', ({ endedAtMs }) => endedAtMs],
    ['quarantines', 'integer', ({ quarantines }) => quarantines],
  ] satisfies readonly Column<PaymentLink>[],
  key: ['id'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  uniqueIndexes: [
    'links_by_reference ON payment_links (account_id, reference)',
    'links_by_token ON payment_links (token_digest)',
  ],
  indexes: ['links_by_account ON payment_links (account_id, id)'],
} satisfies Table

/** A link's row. */
export type LinkRow = Omit<Stored<PaymentLink, 'createdAtMs' | 'expiresAtMs' | 'quarantines'>, 'uses' | 'endedAtMs'> & {
  readonly uses: bigint | null
  readonly endedAtMs: bigint | null
}

/** The columns of the row of a link `l`. */
export const linkColumns = selected(paymentLinks.columns, 'l')

/** How many payments through a link `l` take its room, as an expression. */
export const usesOfLink =
  "(SELECT count(*) FROM transactions u WHERE u.link_id = l.id AND (u.state <> 'failed' OR u.attention IS NOT NULL))"

/** How many payments through a link `l` have succeeded, as an expression. */
export const paymentsOfLink = "(SELECT count(*) FROM transactions u WHERE u.link_id = l.id AND u.state = 'succeeded')"

/** The link in a row. */
export function linkOf(row: LinkRow): PaymentLink {
  return {
    id: row.id,
    accountId: row.accountId,
    reference: row.reference,
    tokenDigest: row.tokenDigest,
    minimumMinor: row.minimumMinor,
    maximumMinor: row.maximumMinor,
    currency: row.currency,
    description: row.description,
    uses: numberOrNull(row.uses),
    returnUrl: row.returnUrl,
    createdAtMs: Number(row.createdAtMs),
    expiresAtMs: Number(row.expiresAtMs),
    endedAtMs: numberOrNull(row.endedAtMs),
    quarantines: Number(row.quarantines),
  }
}
