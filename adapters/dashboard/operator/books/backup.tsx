import type { MadeBackup } from '../../../../core/sente.ts'
import { Form, May } from '../../layout/links.tsx'
import { Refused } from '../../parts/fields.tsx'
import { Rows } from '../../parts/rows.tsx'
import { bookWords as text } from './words.ts'

/** The form that makes a backup in a folder, or, without one, the command and the setting. */
export function BackupForm({ to, folder }: { readonly to: string; readonly folder: string | undefined }) {
  return (
    <section>
      <h2>{text.backup}</h2>
      {folder === undefined && (
        <>
          <p>
            <code>{text.backupCommand}</code>
          </p>
          <p>{text.backupSetting}</p>
        </>
      )}
      {folder !== undefined && (
        <May act="operator.backup" otherwise={<p>{text.backupBy}</p>}>
          <p>{text.backupHint(folder)}</p>
          <Form to={to} label={text.backup}>
            <button type="submit">{text.backup}</button>
          </Form>
        </May>
      )}
    </section>
  )
}

/** A backup that was made, and what else must be kept. */
export function Backup({ of: { file, checked, keepToo, notRecorded } }: { readonly of: MadeBackup }) {
  return (
    <>
      <Rows
        of={[
          [text.backupFile, <code class="whole">{file}</code>],
          [text.checked, new Intl.NumberFormat('en').format(checked)],
        ]}
      />
      {notRecorded !== null && <Refused message={text.notRecorded(notRecorded)} />}
      {keepToo.length > 0 && (
        <>
          <p>{text.keepToo}</p>
          <ul>
            {keepToo.map((kept) => (
              <li>{kept}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
