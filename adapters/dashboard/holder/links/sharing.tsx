import { isRefusal, type OwnLink } from '../../../../core/sente.ts'
import type { Language } from '../../languages/languages.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Link, type PageBase } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { QrCode } from '../../parts/qrCode.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Until } from '../../parts/values.tsx'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder } from '../holding.ts'
import { linkAmount, linksPath } from './links.tsx'

/** A link with the address for its customers. */
type Shared = Pick<OwnLink, 'link'> & { readonly url: string }

/** The address for the customers of a link, to be copied, sent, scanned or printed. */
export function Sharing({ link, url }: Shared, { language }: PageBase) {
  const text = language.texts.links.sharing
  const message = encodeURIComponent(`${link.description}, ${linkAmount(link, language)}: ${url}`)
  return (
    <section class="note">
      <label>
        {text.address}
        <input value={url} readOnly data-select />
      </label>
      <p>
        <button type="button" class="plain" data-copy={url} data-copied={text.copied} hidden>
          {text.copy}
        </button>{' '}
        <button type="button" class="plain" data-share={url} hidden>
          {text.share}
        </button>
      </p>
      <p>
        <a href={`https://wa.me/?text=${message}`} rel="noreferrer">
          {text.whatsApp}
        </a>{' '}
        · <Link to={sheetPath(link.id)}>{text.sheet}</Link>
      </p>
      <p>
        <QrCode text={url} label={text.qrCode} />
      </p>
    </section>
  )
}

function sheetPath(id: string): string {
  return `${linksPath}/${id}/sheet`
}

/** A link on a sheet of paper: for the counter, the door or the stall. */
export function sheetPage(deps: HolderDeps): Page {
  return {
    path: sheetPath(':id'),
    access: 'link.create',
    isTranslated: true,
    show: (asked) =>
      asHolder(asked, async (who) => {
        const caller = await callerOf(deps, who, 'look')
        const found = isRefusal(caller) ? caller : await deps.lookUpLink({ caller, linkId: asked.params.id ?? '' })
        if (isRefusal(found) || found.token === null) return errorPage('notFound')
        const account = await deps.lookUpAccount({ accountId: who.accountId })
        const shop = isRefusal(account) ? '' : account.account.name
        return sheet({ link: found.link, url: asked.urlOf(`/pay/${found.token}`) }, shop, who.language)
      }),
  }
}

function sheet({ link, url }: Shared, shop: string, language: Language): Shown {
  const { links, receipt } = language.texts
  const text = links.sharing
  const amount = linkAmount(link, language)
  const main = (
    <>
      <p>{shop}</p>
      <h1>{amount}</h1>
      <p>{link.description}</p>
      <p>
        <QrCode text={url} label={text.qrCode} />
      </p>
      <p>{text.scan}</p>
      <Rows
        of={[
          [text.open, url],
          [links.reference, link.reference],
          [links.expires, <Until ms={link.expiresAtMs} />],
        ]}
      />
      <div class="ways">
        <p>
          <button type="button" data-print hidden>
            {receipt.print}
          </button>{' '}
          <small>{receipt.printHint}</small>
        </p>
        <p>
          <Link to={`${linksPath}/${link.id}`}>{text.link}</Link>
        </p>
      </div>
    </>
  )
  return { title: `${amount} ${link.reference}`, main, isNarrow: true }
}
