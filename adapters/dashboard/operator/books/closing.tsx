import type { ComponentChildren } from 'preact'
import type { CheckedCloses, ClosedDay, ClosedDays } from '../../../../core/sente.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, May } from '../../layout/links.tsx'
import type { Page, Question } from '../../page.ts'
import { Refused } from '../../parts/fields.tsx'
import { Head } from '../../parts/rows.tsx'
import type { OperatorDeps } from '../deps.ts'
import type { UpkeepDesk } from '../desks/upkeepDesk.ts'
import { asOperator } from '../operating.ts'
import { closeWords as text } from './closeWords.ts'
import { daysTo, findNextClose, type NextClose } from './nextClose.ts'
import { End } from './underWay.tsx'

/** The page with the closes of days. */
export const closesPath = '/operator/closes'

/** The forms that close days, and that check their files. */
export function closingPages(deps: OperatorDeps): readonly Page[] {
  const { upkeepDesk, upkeepFolders, closeAsOperator, checkClosesAsOperator } = deps
  return [
    {
      path: `${closesPath}/close`,
      access: 'operator.close_day',
      async question(asked, form) {
        if (!upkeepFolders.closes) return undefined
        const due = await findNextClose(deps, asked.today)
        const days = daysTo(due, form.text('to'))
        return days && questionAbout(days, due)
      },
      take: (asked, form) =>
        asOperator(asked, async (operator) => {
          const days = daysTo(await findNextClose(deps, asked.today), form.text('to'))
          if (!days) return errorPage('malformed')
          upkeepDesk.ask(operator, 'close', () => closeAsOperator({ who: operator, days }))
          return { seeOther: closesPath }
        }),
    },
    {
      path: `${closesPath}/check`,
      access: 'operator.audit',
      take: (asked) =>
        asOperator(asked, (operator) => {
          upkeepDesk.ask(operator, 'check', () => checkClosesAsOperator({ who: operator }))
          return { seeOther: closesPath }
        }),
    },
  ]
}

function questionAbout(days: readonly string[], { uncompared }: NextClose): Question {
  const submit = text.close(days)
  const missing = `${text.uncompared}: ${text.uncomparedHint(uncompared, days.length)}`
  return {
    title: `${submit}?`,
    hint: uncompared.length > 0 ? `${text.sure} ${missing}` : text.sure,
    submit,
    back: closesPath,
  }
}

/** The buttons that close the waiting days, and that check the files. */
export function ClosingForms({ waiting }: Pick<NextClose, 'waiting'>) {
  const to = waiting.at(-1)
  return (
    <>
      {to !== undefined && (
        <May act="operator.close_day">
          <Form to={`${closesPath}/close`} label={text.close(waiting)} carries={{ to }}>
            <button type="submit">{text.close(waiting)}</button>
          </Form>
        </May>
      )}
      <May act="operator.audit">
        <Form to={`${closesPath}/check`} label={text.check}>
          <button type="submit">{text.check}</button>
        </Form>
      </May>
    </>
  )
}

/** The ends of the last close and of the last check that this server was asked for. */
export function ClosingEnds({ of: { close, check } }: { readonly of: ReturnType<UpkeepDesk['now']>['last'] }) {
  return (
    <>
      {close && <End of={close}>{(done) => <Closed of={done} />}</End>}
      {check && <End of={check}>{(series) => <Series of={series} />}</End>}
    </>
  )
}

function Closed({ of: { closed, refusal, series } }: { readonly of: ClosedDays }) {
  return (
    <>
      {closed.length > 0 && (
        <table class="cards">
          <Head of={[text.columns.day, text.columns.audit, text.columns.file]} />
          <tbody>
            {closed.map(({ day, isStanding, broken, notRecorded, file, digest }) => (
              <tr>
                <th scope="row">
                  {day} {isStanding && <small>{text.stands}</small>}
                </th>
                <Proofs of={{ broken, file, digest }}>
                  {notRecorded !== null && <Refused message={text.notRecorded(notRecorded)} />}
                </Proofs>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refusal !== null && <Refused message={refusal} />}
      <Series of={series} />
    </>
  )
}

/** The cells with the audit of a close, and with its file and digest. */
export function Proofs(props: {
  readonly of: Pick<ClosedDay, 'broken' | 'file' | 'digest'>
  readonly children?: ComponentChildren
}) {
  const { broken, file, digest } = props.of
  return (
    <>
      <td>
        <span class={`state ${broken === 0 ? 'good' : 'bad'}`}>{text.audit(broken)}</span>
      </td>
      <td class="whole">
        {file}
        <br />
        <code>{digest}</code>
        {props.children}
      </td>
    </>
  )
}

function Series({ of: { days, first, last, problems } }: { readonly of: CheckedCloses }) {
  const ok = days > 0 && problems.length === 0
  return (
    <>
      <p class={ok ? 'note' : 'note bad'} role={ok ? 'status' : 'alert'}>
        {days === 0 ? text.noFile : `${text.files(days, first, last)} ${ok ? text.proven : text.problems}`}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ day, problem }) => (
            <li>
              {day}: {problem}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
