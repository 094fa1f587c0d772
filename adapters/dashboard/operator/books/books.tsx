import type { Upkeep } from '../../../../core/sente.ts'
import { Form, May } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Tick } from '../../parts/fields.tsx'
import { Moment } from '../../parts/values.tsx'
import type { OperatorDeps } from '../deps.ts'
import type { AskedAudit, AuditDesk } from '../desks/auditDesk.ts'
import { asOperator } from '../operating.ts'
import { AuditResult } from './result.tsx'
import { BooksState } from './state.tsx'
import { bookWords as text } from './words.ts'

const path = '/operator/books'

/** The page of the books: their last audit, backup and close, and the form that asks for an audit. */
export function bookPages({ findUpkeep, auditDesk }: OperatorDeps): readonly Page[] {
  return [
    {
      path,
      access: 'operator.look',
      isNoise: true,
      show: (asked) => asOperator(asked, async () => shown(await findUpkeep(), auditDesk.now())),
    },
    {
      path: `${path}/audit`,
      access: 'operator.audit',
      take: (asked, form) =>
        asOperator(asked, (operator) => {
          auditDesk.ask(operator, form.text('all') === 'yes')
          return { seeOther: path }
        }),
    },
  ]
}

function shown(upkeep: Upkeep, { underWay, last }: ReturnType<AuditDesk['now']>): Shown {
  const main = (
    <>
      <h1>{text.title}</h1>
      <BooksState of={upkeep} />
      {underWay && <UnderWay of={underWay} />}
      {last && <AuditResult of={last} />}
      {!underWay && (
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
      )}
    </>
  )
  return { title: text.title, main, ...(underWay && { againSeconds: 2 }) }
}

function UnderWay({ of: { by, atMs } }: { readonly of: AskedAudit }) {
  return (
    <p class="note" role="status">
      {text.underWay}: {text.by(by)}, <Moment ms={atMs} />
    </p>
  )
}
