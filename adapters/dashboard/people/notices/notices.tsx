import type { Notice, UseCases } from '../../../../core/sente.ts'
import { noticePath, noticesPath, noticeText } from '../../../formats/notice.ts'
import type { Asked } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { NextPage, numberBefore } from '../../parts/filters.tsx'
import { Head } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import type { Form as Sent } from '../../request/form.ts'
import { noticeFormIn } from './form.ts'

type Deps = Pick<UseCases, 'listNotices' | 'readNotices'>

/** The notices of a user, newest first: for users of accounts, and for operators. */
export function noticesPages(deps: Deps): readonly Page[] {
  return [false, true].map((isOperator): Page => {
    const path = noticesPath({ isOperator })
    return {
      path,
      access: isOperator ? 'operator.look' : 'look',
      ...(!isOperator && { isTranslated: true }),
      show: (asked) => listed(deps, asked, path),
      take: (asked, form) => taken(deps, asked, { path, form }),
    }
  })
}

const perPage = 50

async function listed({ listNotices }: Deps, { visitor, query, language }: Asked, path: string): Promise<Shown> {
  if (!visitor) return errorPage('notFound')
  const { notices, next } = await listNotices({ who: visitor, limit: perPage, ...numberBefore(query) })
  const [newest] = notices
  const text = language.texts.notices
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>
        <Link to="/me/notices">{text.choose}</Link>
      </p>
      {newest === undefined && <p>{text.none}</p>}
      {newest !== undefined && visitor.unread > 0 && (
        <Form to={path}>
          <input type="hidden" name="up_to" value={String(newest.number)} />
          <button type="submit" class="plain">
            {text.readAll}
          </button>
        </Form>
      )}
      {newest !== undefined && (
        <table class="cards">
          <Head of={[text.when, text.notice, text.state]} />
          <tbody>
            {notices.map((notice) => (
              <NoticeRow of={notice} path={path} />
            ))}
          </tbody>
        </table>
      )}
      <NextPage path={path} query={query} next={next === null ? null : String(next)} />
    </>
  )
  return { title: text.title, main }
}

function NoticeRow({ of: notice, path }: { readonly of: Notice; readonly path: string }, { language }: PageBase) {
  const text = language.texts.notices
  const line = noticeText(notice, noticeFormIn(language))
  const { atMs, readAtMs, number, mail } = notice
  return (
    <tr>
      <td>
        <Moment ms={atMs} />
      </td>
      <th scope="row">
        <Link to={noticePath(notice)}>{line}</Link>
      </th>
      <td>
        {readAtMs === null ? <strong>{text.unread}</strong> : text.read} {text.mails[mail]}
        {readAtMs === null && (
          <Form to={path}>
            <input type="hidden" name="number" value={String(number)} />
            <button type="submit" class="plain" aria-label={`${text.readOne}: ${line}`}>
              {text.readOne}
            </button>
          </Form>
        )}
      </td>
    </tr>
  )
}

type Given = { readonly path: string; readonly form: Sent }

async function taken({ readNotices }: Deps, { visitor: who }: Asked, { path, form }: Given): Promise<Answer> {
  const isUpTo = form.text('up_to') !== ''
  const number = form.text(isUpTo ? 'up_to' : 'number')
  if (who && /^\d{1,15}$/.test(number)) await readNotices({ who, number: Number(number), isUpTo })
  return { seeOther: path }
}
