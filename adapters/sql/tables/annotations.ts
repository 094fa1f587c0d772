import type { Annotation, OwnedAnnotation } from '../../../core/sente.ts'
import { type Column, isOneOf, type Stored, selected, type Table } from '../engine/table.ts'

/** The notes about transactions. */
export const annotations = {
  name: 'annotations',
  moves: 'copied',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['transaction_id', 'text', ({ annotation }) => annotation.transactionId],
    [
      'kind',
      'text',
      ({ annotation }) => annotation.kind,
      `CONSTRAINT annotation_kind_is_known CHECK ${isOneOf('kind', ['mismatch', 'contradiction', 'evidence', 'withdrawn', 'resolution', 'erasure'])}`,
    ],
    ['text', 'text', ({ annotation }) => annotation.text],
    [
      'made_by',
      'text?',
      ({ annotation }) => annotation.by,
      "CONSTRAINT resolution_has_maker CHECK (kind NOT IN ('withdrawn', 'resolution', 'erasure') OR made_by IS NOT NULL)",
    ],
    ['at_ms', 'integer', ({ annotation }) => annotation.atMs],
    ['run_id', 'text?', ({ annotation }) => annotation.runId ?? null],
  ] satisfies readonly Column<OwnedAnnotation>[],
  key: 'arrival',
  parents: ['(transaction_id) REFERENCES transactions (id)'],
  indexes: [
    'annotations_by_transaction ON annotations (transaction_id, sequence)',
    'annotations_by_run ON annotations (run_id, sequence) WHERE run_id IS NOT NULL',
  ],
  stays: 'all',
} satisfies Table

/** An annotation's row. */
export type AnnotationRow = Stored<Omit<Annotation, 'by' | 'runId'>, 'atMs'> & {
  readonly accountId: string
  readonly runId: string | null
  readonly madeBy: string | null
}

/** The columns of the row of an annotation `n`. */
export const annotationColumns = selected(annotations.columns, 'n')

/** The annotation in a row, with its account. */
export function ownedAnnotationOf(row: AnnotationRow): OwnedAnnotation {
  return { accountId: row.accountId, annotation: annotationOf(row) }
}

/** The annotation in a row. */
export function annotationOf({
  transactionId,
  kind,
  text,
  madeBy,
  atMs,
  runId,
}: Omit<AnnotationRow, 'accountId'>): Annotation {
  return { transactionId, kind, text, by: madeBy, atMs: Number(atMs), ...(runId !== null && { runId }) }
}
