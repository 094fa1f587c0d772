import type { Upkeep } from '../../../../core/sente.ts'
import { Form, May } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Tick } from '../../parts/fields.tsx'
import type { OperatorDeps } from '../deps.ts'
import type { UpkeepDesk } from '../desks/upkeepDesk.ts'
import { asOperator } from '../operating.ts'
import { Backup, BackupForm } from './backup.tsx'
import { Audit } from './result.tsx'
import { BooksState } from './state.tsx'
import { End, UnderWay } from './underWay.tsx'
import { bookWords as text } from './words.ts'

const path = '/operator/books'

/** The page of the books: their last audit, backup and close, and the forms that ask for an audit and a backup. */
export function bookPages({ findUpkeep, upkeepDesk, upkeepFolders, ...useCases }: OperatorDeps): readonly Page[] {
  const { auditAsOperator, backUpAsOperator } = useCases
  return [
    {
      path,
      access: 'operator.look',
      isNoise: true,
      show: (asked) =>
        asOperator(asked, async () => shown(await findUpkeep(), upkeepDesk.now(), upkeepFolders.backups)),
    },
    {
      path: `${path}/audit`,
      access: 'operator.audit',
      take: (asked, form) =>
        asOperator(asked, (operator) => {
          const all = form.text('all') === 'yes'
          upkeepDesk.ask(operator, 'audit', () => auditAsOperator({ who: operator, all }))
          return { seeOther: path }
        }),
    },
    {
      path: `${path}/backup`,
      access: 'operator.backup',
      take: (asked) =>
        asOperator(asked, (operator) => {
          upkeepDesk.ask(operator, 'backup', () => backUpAsOperator({ who: operator }))
          return { seeOther: path }
        }),
    },
  ]
}

function shown(upkeep: Upkeep, { underWay, last }: ReturnType<UpkeepDesk['now']>, folder: string | undefined): Shown {
  const main = (
    <>
      <h1>{text.title}</h1>
      <BooksState of={upkeep} />
      {underWay && <UnderWay of={underWay} />}
      {last.audit && <End of={last.audit}>{(audit) => <Audit of={audit} />}</End>}
      {last.backup && <End of={last.backup}>{(backup) => <Backup of={backup} />}</End>}
      {!underWay && (
        <>
          <May act="operator.audit">
            <section>
              <h2>{text.ask}</h2>
              <p>{text.askHint}</p>
              <Form to={`${path}/audit`} label={text.ask}>
                <Tick name="all" value="yes">
                  {text.all}
                </Tick>
                <button type="submit">{text.submit}</button>
              </Form>
            </section>
          </May>
          <BackupForm to={`${path}/backup`} folder={folder} />
        </>
      )}
    </>
  )
  return { title: text.title, main, ...(underWay && { againSeconds: 2 }) }
}
