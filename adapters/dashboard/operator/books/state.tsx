import type { Upkeep } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import { operatorWords } from '../words.ts'

/** The last audit of the books with its result, their last backup and their last closed day. */
export function BooksState({ of: { audit, backup, close } }: { readonly of: Upkeep }) {
  const text = operatorWords.overview.books
  return (
    <>
      <Rows
        of={[
          [text.audit, audit ? <Audited of={audit} /> : text.never],
          [text.backup, backup ? <Moment ms={backup.atMs} /> : text.noBackup],
          [text.close, close ? <Moment ms={close.atMs} /> : text.never],
        ]}
      />
      <p>
        <Link to="/operator/books">{text.auditNow}</Link> · <Link to="/operator/closes">{text.closes}</Link> ·{' '}
        <Link to="/operator/quarantine">{text.quarantine}</Link>
      </p>
    </>
  )
}

function Audited({ of: { atMs, broken } }: { readonly of: NonNullable<Upkeep['audit']> }) {
  return (
    <>
      <Moment ms={atMs} />{' '}
      <span class={`state ${broken === 0 ? 'good' : 'bad'}`}>{operatorWords.overview.books.found(broken)}</span>
    </>
  )
}
