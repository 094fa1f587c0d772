import {
  hasOneAmount,
  isRefusal,
  type LinkRequest,
  mayDo,
  type PaymentLink,
  type StandingLink,
  toMinor,
} from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { type Language, languages } from '../../languages/languages.ts'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { asRefused, Choice, Field, Refused, type Refusing } from '../../parts/fields.tsx'
import { NextPage } from '../../parts/filters.tsx'
import { saidBackPage, unlessSaid } from '../../parts/saidBack.tsx'
import { amountText, Until } from '../../parts/values.tsx'
import type { Form as Filled } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { linkIn } from './linkForm.ts'

/** The path of an account's payment links. */
export const linksPath = '/dashboard/links'

const perPage = 50

type Notice = {
  readonly refused?: Refusing
  /** The links to show; absent if a form is shown again. */
  readonly found?: { readonly links: readonly StandingLink[]; readonly next: string | null }
}

/** The payment links of an account, latest first. Owners and finance make them. */
export function linksPages(deps: HolderDeps): readonly Page[] {
  const { createLink, listLinks, market, newReference } = deps

  const page = (who: Holder, query: URLSearchParams, notice: Notice): Shown =>
    listPage({ who, query, currencies: [...market.keys()], reference: `link-${newReference().slice(0, 8)}` }, notice)

  async function shown(asked: Asked, who: Holder): Promise<Answer> {
    const caller = await callerOf(deps, who, 'link.list')
    if (isRefusal(caller)) return page(who, asked.query, { refused: refusing(caller, who.language) })
    const before = asked.query.get('before')
    const found = await listLinks({ caller, limit: perPage, ...(before !== null && { before }) })
    return page(who, asked.query, isRefusal(found) ? { refused: refusing(found, who.language) } : { found })
  }

  return [
    {
      path: linksPath,
      access: 'look',
      isTranslated: true,
      show: (asked) => asHolder(asked, (who) => shown(asked, who)),
    },
    {
      path: `${linksPath}/new`,
      access: 'link.create',
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const refused = (message: Refusing) => page(who, asked.query, { refused: message })
          const request = linkIn(form, asked.today, who.language)
          if ('message' in request) return refused(request)
          const said = saidOf(request)
          if (said !== undefined && unlessSaid(form, said))
            return saidPage({ said, form, request, language: who.language })
          const caller = await callerOf(deps, who, 'link.create')
          if (isRefusal(caller)) return refused(refusing(caller, who.language))
          const made = await createLink({ caller, request })
          if (!made) return refused({ field: 'expires', message: who.language.texts.links.wrong.expires })
          if (!isRefusal(made)) return { seeOther: `${linksPath}/${made.link.id}?done=made` }
          if (made.refused === 'duplicate_link' && made.isRepeat)
            return { seeOther: `${linksPath}/${made.linkId}?done=again` }
          return refused(refusing(made, who.language))
        }),
    },
  ]
}

/** The state of a link, by word and colour. */
export function LinkState({ state }: Pick<StandingLink, 'state'>, { language }: PageBase) {
  const look = state === 'paid' ? 'good' : state === 'open' || state === 'used_up' ? 'wait' : 'bad'
  return <span class={`state ${look}`}>{language.texts.links.states[state]}</span>
}

/** The amount of a link, or its bounds, for people. */
export function linkAmount(link: Amounts, language = languages.en): string {
  const { minimumMinor, maximumMinor, currency } = link
  const [least, most] = [minimumMinor, maximumMinor].map((minor) => amountText(minor, currency, language)) as [
    string,
    string,
  ]
  return hasOneAmount(link) ? least : language.texts.links.anyAmount(least, most)
}

type Amounts = Pick<PaymentLink, 'minimumMinor' | 'maximumMinor' | 'currency'>

/** The amount of a request for a link, for people; undefined for one that is refused anyway. */
function saidOf({ amount, currency }: LinkRequest, language = languages.en): string | undefined {
  const { minimum, maximum } = typeof amount === 'number' ? { minimum: amount, maximum: amount } : amount
  const [minimumMinor, maximumMinor] = [toMinor(minimum, currency), toMinor(maximum, currency)]
  if (minimumMinor === undefined || maximumMinor === undefined) return undefined
  return linkAmount({ minimumMinor, maximumMinor, currency }, language)
}

type Saying = {
  readonly said: string
  readonly form: Filled
  readonly request: LinkRequest
  readonly language: Language
}

/** Says the amount of a link back before customers pay it. */
function saidPage({ said, form, request, language }: Saying): Shown {
  const text = language.texts.links
  const { expiresAtMs } = request
  return saidBackPage({
    to: `${linksPath}/new`,
    back: linksPath,
    title: text.say(saidOf(request, language) ?? said),
    said,
    rows: [
      [text.description, form.text('description')],
      [text.uses, form.text('uses') || text.used(null, null)],
      [text.expires, expiresAtMs ? <Until ms={expiresAtMs} /> : text.expiresHint],
      [text.reference, form.text('reference')],
    ],
    form,
    names: ['amount', 'minimum', 'maximum', 'currency', 'description', 'uses', 'expires', 'return_url', 'reference'],
  })
}

type Around = {
  readonly who: Holder
  readonly query: URLSearchParams
  readonly currencies: readonly string[]
  readonly reference: string
}

function listPage(around: Around, { refused, found }: Notice): Shown {
  const { who, query } = around
  const text = who.language.texts.links
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      {found && (found.links.length === 0 ? <p>{text.none}</p> : <Links of={found.links} />)}
      {found && <NextPage path={linksPath} query={query} next={found.next} />}
      {mayDo(who.user, 'link.create') && <NewLink around={around} />}
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}

function NewLink({ around }: { readonly around: Around }, { language }: PageBase) {
  const text = language.texts.links
  const currencies = around.currencies.map((one) => [one, one] as const)
  return (
    <>
      <h2>{text.new}</h2>
      <Form to={`${linksPath}/new`} label={text.new}>
        <Field name="amount" label={text.amount} hint={text.amountHint} inputmode="decimal" isOptional />
        <Field name="minimum" label={text.minimum} hint={text.boundsHint} inputmode="decimal" isOptional />
        <Field name="maximum" label={text.maximum} inputmode="decimal" isOptional />
        <Choice name="currency" label={text.currency} options={currencies} />
        <Field name="description" label={text.description} hint={text.descriptionHint} />
        <Field name="uses" label={text.uses} hint={text.usesHint} inputmode="numeric" value="1" isOptional />
        <Field name="expires" label={text.expires} hint={text.expiresHint} type="date" isOptional />
        <Field name="return_url" label={text.returnUrl} hint={text.returnUrlHint} isOptional />
        <Field name="reference" label={text.reference} hint={text.referenceHint} value={around.reference} />
        <button type="submit">{text.make}</button>
      </Form>
    </>
  )
}

function Links({ of: links }: { readonly of: readonly StandingLink[] }, { language }: PageBase) {
  const text = language.texts.links
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.reference}</th>
          <th>{text.description}</th>
          <th>{text.expires}</th>
          <th>{text.uses}</th>
          <th>{text.state}</th>
          <th class="amount">{text.amount}</th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ link, used, state }) => (
          <tr>
            <th scope="row">
              <Link to={`${linksPath}/${link.id}`}>{link.reference}</Link>
            </th>
            <td class="written">{link.description}</td>
            <td>
              <Until ms={link.expiresAtMs} />
            </td>
            <td data-name={text.uses}>{text.used(used, link.uses)}</td>
            <td>
              <LinkState state={state} />
            </td>
            <td class="amount">{linkAmount(link, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
