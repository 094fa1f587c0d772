import {
  isOperator,
  isRefusal,
  type NoticeKind,
  type NoticeSettings,
  noticeKinds,
  type PeopleRefusal,
  type UseCases,
} from '../../../../core/sente.ts'
import { noticesPath } from '../../../formats/notice.ts'
import type { Asked, Visitor } from '../../asked.ts'
import type { Language } from '../../languages/languages.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Shown, Wrong } from '../../page.ts'
import { asRefused, Choice, DoneAs, Field, Refused, type Refusing, Tick } from '../../parts/fields.tsx'
import type { Form as Sent } from '../../request/form.ts'
import { named } from '../../request/named.ts'
import { refusing } from '../../request/refusing.ts'

const path = '/me/notices'

type Told = { readonly refused?: Refusing; readonly done?: string | null }

/** The notices that a user wants, and the address for mails. */
export function noticeSettingsPages(deps: UseCases): readonly Page[] {
  const { changeNoticeSettings, askNoticeAddress, confirmNoticeAddress, dropNoticeAddress } = deps
  return [
    {
      path,
      access: 'me.notices',
      isTranslated: true,
      show: (asked) => shown(deps, asked, { done: asked.query.get('done') }),
      async take({ visitor: who }, form): Promise<Answer> {
        if (who) await changeNoticeSettings({ who, chosen: chosenIn(form) })
        return { seeOther: `${path}?done=saved` }
      },
    },
    {
      path: `${path}/address`,
      access: 'me.notices',
      isTranslated: true,
      async take(request, form): Promise<Answer> {
        const { visitor: who, language } = request
        if (!who) return errorPage('notFound')
        const asked = await askNoticeAddress({ who, address: form.text('address') })
        if (!isRefusal(asked)) return { seeOther: `${path}?done=sent` }
        return shown(deps, request, { refused: wrongIn(asked, language) })
      },
    },
    {
      path: `${path}/code`,
      access: 'me.notices',
      isTranslated: true,
      async take(request, form): Promise<Answer> {
        const { visitor: who, language } = request
        if (!who) return errorPage('notFound')
        const confirmed = await confirmNoticeAddress({ who, code: form.text('code') })
        if (!isRefusal(confirmed)) return { seeOther: `${path}?done=confirmed` }
        return shown(deps, request, { refused: wrongIn(confirmed, language) })
      },
    },
    {
      path: `${path}/no-address`,
      access: 'me.notices',
      isTranslated: true,
      async question({ visitor: who, language }) {
        const text = language.texts.notices.settings
        const address = who && (await deps.findNoticeSettings({ who })).settings.address
        return address
          ? { title: text.askDrop(address), hint: text.dropHint, submit: text.drop, back: path }
          : undefined
      },
      async take({ visitor: who }): Promise<Answer> {
        if (who) await dropNoticeAddress({ who })
        return { seeOther: `${path}?done=dropped` }
      },
    },
  ]
}

/** A refusal with the page's own text for it, if it has one. */
function wrongIn(refusal: PeopleRefusal, language: Language): Wrong {
  const { field, message } = refusing(refusal, language)
  return { field, message: named<string>(language.texts.notices.settings.wrong, refusal.refused) ?? message }
}

/** The kinds for everybody; of the others, floats are for operators only, and the rest for users of accounts only. */
const forAll: ReadonlySet<NoticeKind> = new Set(['approval', 'people'])

function kindsFor({ user }: Pick<Visitor, 'user'>): readonly NoticeKind[] {
  return noticeKinds.filter((kind) => forAll.has(kind) || (kind === 'float') === isOperator(user))
}

function chosenIn(form: Sent): Pick<NoticeSettings, 'page' | 'mail' | 'isDaily'> {
  const [page, mail] = ['page', 'mail'].map((name) => noticeKinds.filter((kind) => form.all(name).includes(kind)))
  return { page: page ?? [], mail: mail ?? [], isDaily: form.text('pace') === 'daily' }
}

async function shown(
  { findNoticeSettings }: Pick<UseCases, 'findNoticeSettings'>,
  { visitor, language }: Asked,
  { refused, done }: Told,
): Promise<Shown> {
  if (!visitor) return errorPage('notFound')
  const { title, settings: text } = language.texts.notices
  const { settings, isMailed } = await findNoticeSettings({ who: visitor })
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>
        <Link to={noticesPath({ isOperator: isOperator(visitor.user) })}>{title}</Link>
      </p>
      <DoneAs name={done} texts={text.done} />
      <Refused message={refused} />
      <Form to={path} label={text.title}>
        <Kinds name="page" label={text.onPage} kinds={kindsFor(visitor)} chosen={settings.page} />
        {isMailed && <Kinds name="mail" label={text.byMail} kinds={kindsFor(visitor)} chosen={settings.mail} />}
        {isMailed && <Pace isDaily={settings.isDaily} />}
        <button type="submit">{text.save}</button>
      </Form>
      <h2>{text.address}</h2>
      {isMailed ? <Address of={settings} /> : <p>{text.notMailed}</p>}
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}

type KindsProps = {
  readonly name: string
  readonly label: string
  readonly kinds: readonly NoticeKind[]
  readonly chosen: readonly NoticeKind[]
}

function Kinds({ name, label, kinds, chosen }: KindsProps, { language }: PageBase) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {kinds.map((kind) => (
        <Tick name={name} value={kind} checked={chosen.includes(kind)}>
          {language.texts.notices.kinds[kind]}
        </Tick>
      ))}
    </fieldset>
  )
}

function Pace({ isDaily }: Pick<NoticeSettings, 'isDaily'>, { language }: PageBase) {
  const text = language.texts.notices.settings
  const options = [
    ['at_once', text.atOnce],
    ['daily', text.daily],
  ] as const
  return <Choice name="pace" label={text.pace} options={options} value={isDaily ? 'daily' : 'at_once'} />
}

function Address({ of: { address, asked } }: { readonly of: NoticeSettings }, { language }: PageBase) {
  const text = language.texts.notices.settings
  return (
    <>
      <p>{address === null ? text.noAddress : text.isAddress(address)}</p>
      {address !== null && (
        <Form to={`${path}/no-address`}>
          <button type="submit" class="plain">
            {text.drop}
          </button>
        </Form>
      )}
      {asked !== null && (
        <Form to={`${path}/code`} label={text.code}>
          <Field name="code" label={text.code} hint={text.codeHint(asked.address)} inputmode="numeric" />
          <button type="submit">{text.confirm}</button>
        </Form>
      )}
      <Form to={`${path}/address`} label={text.address}>
        <Field name="address" label={text.newAddress} hint={text.addressHint} autocomplete="email" />
        <button type="submit">{text.send}</button>
      </Form>
    </>
  )
}
