import { isRefusal, type LinkWithPayments, mayDo } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { asRefused, DoneAs, Refused, type Refusing } from '../../parts/fields.tsx'
import { PaymentTable } from '../../parts/payments/table.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Moment, Until } from '../../parts/values.tsx'
import { refusing } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder, ifHolder } from '../holding.ts'
import { LinkState, linkAmount, linksPath } from './links.tsx'
import { Sharing } from './sharing.tsx'

/** One payment link with its payments; owners and finance end it. */
export function linkPages(deps: HolderDeps): readonly Page[] {
  const { endLink, lookUpLink } = deps
  const path = `${linksPath}/:id`

  async function shown({ params, query, urlOf }: Asked, who: Holder, refused?: Refusing): Promise<Answer> {
    const caller = await callerOf(deps, who, 'look')
    const found = isRefusal(caller) ? caller : await lookUpLink({ caller, linkId: params.id ?? '' })
    return isRefusal(found) ? errorPage('notFound') : linkPage(who, found, { done: query.get('done'), refused, urlOf })
  }

  return [
    { path, access: 'look', isTranslated: true, show: (asked) => asHolder(asked, (who) => shown(asked, who)) },
    {
      path: `${path}/end`,
      access: 'link.end',
      isTranslated: true,
      question: (asked) =>
        ifHolder(asked, async (who) => {
          const caller = await callerOf(deps, who, 'look')
          const found = isRefusal(caller) ? caller : await lookUpLink({ caller, linkId: asked.params.id ?? '' })
          if (isRefusal(found)) return undefined
          const { id, reference } = found.link
          const { askEnd, endHint, end } = who.language.texts.links
          const title = askEnd(reference, linkAmount(found.link, who.language))
          return { title, hint: endHint, submit: end, back: `${linksPath}/${id}` }
        }),
      take: (asked) =>
        asHolder(asked, async (who) => {
          const caller = await callerOf(deps, who, 'link.end')
          const linkId = asked.params.id ?? ''
          const ended = isRefusal(caller) ? caller : await endLink({ caller, linkId })
          return isRefusal(ended)
            ? shown(asked, who, refusing(ended, who.language))
            : { seeOther: `${linksPath}/${linkId}?done=ended` }
        }),
    },
  ]
}

type Around = Pick<Asked, 'urlOf'> & { readonly done: string | null; readonly refused: Refusing | undefined }

function linkPage(who: Holder, found: LinkWithPayments, { done, refused, urlOf }: Around): Shown {
  const { link, used, paid, state, token, payments } = found
  const text = who.language.texts.links
  const path = `${linksPath}/${link.id}`
  const { endedAtMs } = link
  const main = (
    <>
      <h1>
        {linkAmount(link, who.language)} <small>{link.reference}</small>
      </h1>
      <Refused message={refused} />
      <DoneAs name={done} texts={text.done} />
      <Rows
        of={[
          [text.state, <LinkState state={state} />],
          [text.description, link.description],
          [text.uses, text.used(used, link.uses)],
          [text.paid, text.times(paid)],
          [text.returnUrl, link.returnUrl],
          [text.made, <Moment ms={link.createdAtMs} />],
          [text.expires, <Until ms={link.expiresAtMs} />],
          [text.endedAt, endedAtMs === null ? null : <Moment ms={endedAtMs} />],
        ]}
      />
      {token !== null && <Sharing link={link} url={urlOf(`/pay/${token}`)} />}
      {token === null && state === 'open' && mayDo(who.user, 'link.create') && <p>{text.noAddress}</p>}
      <h2>{text.payments}</h2>
      <PaymentTable payments={payments} under="/dashboard/transactions" />
      {mayDo(who.user, 'link.end') && state === 'open' && (
        <Form to={`${path}/end`} label={text.end}>
          <p>{text.endHint}</p>
          <button type="submit" class="grave">
            {text.end}
          </button>
        </Form>
      )}
    </>
  )
  return { title: link.reference, main, ...asRefused(refused) }
}
