import { isRefusal, type Quarantine } from '../../../../core/sente.ts'
import { Form, May } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { asRefused, Password, Refused, type Refusing } from '../../parts/fields.tsx'
import { Moment } from '../../parts/values.tsx'
import { confirmed } from '../../request/confirmed.ts'
import { refusing } from '../../request/refusing.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { operatorWords } from '../words.ts'
import { Because } from './because.tsx'
import { decisionWords } from './words.ts'

const path = '/operator/quarantine'

/** Whether the books are quarantined, and the decision to begin or end a quarantine. */
export function quarantinePage({ findQuarantine, confirmPassword, decideQuarantineAsOperator }: OperatorDeps): Page {
  return {
    path,
    access: 'operator.look',
    takesFrom: ['operator.quarantine', 'operator.end_quarantine'],
    show: (asked) => asOperator(asked, async () => shown(await findQuarantine())),
    take: (asked, form) =>
      asOperator(asked, async (operator) => {
        const decision = form.text('decision') === 'end' ? 'end' : 'begin'
        const who = decision === 'begin' ? operator : await confirmed(confirmPassword, operator, form)
        const because = form.text('because') || undefined
        const done = isRefusal(who) ? who : await decideQuarantineAsOperator({ who, because, decision })
        return isRefusal(done) ? shown(await findQuarantine(), refusing(done)) : { seeOther: path }
      }),
  }
}

function shown(quarantine: Quarantine | undefined, refused?: Refusing): Shown {
  const text = decisionWords.quarantine
  const [decision, label, hint] = quarantine
    ? (['end', text.end, text.endHint] as const)
    : (['begin', text.begin, text.beginHint] as const)
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      {!quarantine && <p>{text.none}</p>}
      {quarantine && (
        <p>
          {text.since} <Moment ms={quarantine.begunAtMs} />: {operatorWords.overview.quarantines[quarantine.why]}
          {quarantine.explanation !== null && `, ${quarantine.explanation}`}
        </p>
      )}
      <May act={quarantine ? 'operator.end_quarantine' : 'operator.quarantine'}>
        <Form to={path} label={label}>
          <p>{hint}</p>
          <input type="hidden" name="decision" value={decision} />
          <Because />
          {quarantine && <Password />}
          <button type="submit" class="grave">
            {label}
          </button>
        </Form>
      </May>
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}
