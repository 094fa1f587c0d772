import { isRefusal, type UseCases } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { Refused } from '../../parts/fields.tsx'
import { messageFor } from '../../request/refusing.ts'
import { carriedBack, carriedOver, notCarried } from '../carried.ts'
import { keptOf, onwardWith, type StepForm } from '../kept.tsx'
import { keptSeen, secretSeen } from '../keptForm.ts'
import { goingOnTo, ownPath } from '../opened.ts'
import type { OpenIdFlow, OpenIdProvider, Recognised, Unrecognised } from './provider.ts'

/** The dependencies of signing in through an identity provider. */
export type OpenIdDeps = {
  readonly provider: OpenIdProvider
  /** Called with the error when a sign-in broke; it has more detail than the page. */
  readonly onBroke: (error: unknown) => void
  /**
   * Called when the provider has recognised a person who is unknown here; with the missing claim, if one is missing.
   */
  readonly onUnknown: (missing?: string) => void
}

const path = '/sign-in/openid'

/** The cookie in the browser while its user is at the provider, and its lifetime in seconds. */
const [flowCookie, flowSeconds] = ['sente-openid', 600]

/** Leads operators to the provider, and signs in the ones that it has recognised. */
export function openIdPages(
  { signInVouched, stepForm }: UseCases & { readonly stepForm: StepForm },
  { provider, onBroke, onUnknown }: OpenIdDeps,
): readonly Page[] {
  async function recognised({ query, urlOf }: Asked, flow: OpenIdFlow): Promise<Recognised | Unrecognised | 'broken'> {
    try {
      return await provider.finish({ url: new URL(`${urlOf(`${path}/back`)}?${query}`), flow })
    } catch (error) {
      onBroke(error)
      return 'broken'
    }
  }

  return [
    {
      path,
      access: 'anybody',
      isTranslated: true,
      show: ({ query }) => ({ seeOther: goingOnTo('/sign-in', ownPath(query.get('to'))) }),
      // A form, which only our own page can send: a link on another site would begin a session without its user.
      isLarge: true,
      async take(asked, form): Promise<Answer> {
        const { query, urlOf, language } = asked
        try {
          const { url, flow } = await provider.begin(urlOf(`${path}/back`))
          const value = packed({ ...flow, to: ownPath(query.get('to')) })
          const cookie = { value, maxAgeSeconds: flowSeconds, isSentFromElsewhere: true } as const
          const carried = await carriedOver(asked, form, flow.verifier, flowSeconds)
          return { elsewhere: url, cookies: { [flowCookie]: cookie, ...carried } }
        } catch (error) {
          onBroke(error)
          return failed(language.texts.openId.failed, undefined, 502)
        }
      },
    },
    {
      path: `${path}/back`,
      access: 'anybody',
      isTranslated: true,
      asksElsewhere: true,
      async show(asked): Promise<Answer> {
        const text = asked.language.texts.openId
        const flow = unpacked(asked.cookie(flowCookie))
        if (!flow) return keptOf(asked, await carriedBack(asked, secretSeen(asked) ?? '')) ?? failed(text.forgotten)
        const found = await recognised(asked, flow)
        if (found === 'broken') return failed(text.failed, undefined, 502)
        if ('missing' in found) {
          if (found.missing === null) return failed(text.refused)
          onUnknown(found.missing)
          return failed(text.missing(found.missing), text.otherwise)
        }
        const opened = await signInVouched({ ...found, client: asked.client })
        if (isRefusal(opened)) {
          if (opened.refused !== 'unknown_user') return failed(messageFor(opened, asked.language))
          onUnknown()
          return failed(text.noOperator(found.name, opened), text.unknown)
        }
        const kept = await carriedBack(asked, flow.verifier)
        const onward = await onwardWith(kept, opened, { to: ownPath(flow.to), stepForm })
        // A reload of this page shows the kept form again.
        const carried = 'main' in onward ? keptSeen(asked, flow.verifier) : notCarried
        return { ...onward, cookies: { ...onward.cookies, [flowCookie]: null, ...carried } }
      },
    },
  ]
}

/** Shows why somebody is not signed in, and how to continue. */
function failed(message: string, help?: string, status = 422): Shown {
  const main = <Failed message={message} help={help} />
  const cookies = { [flowCookie]: null, ...notCarried }
  return { title: (texts) => texts.openId.title, status, isNarrow: true, main, cookies }
}

function Failed(
  { message, help }: { readonly message: string; readonly help: string | undefined },
  { language }: PageBase,
) {
  const text = language.texts.openId
  return (
    <>
      <h1>{text.title}</h1>
      <Refused message={message} />
      {help && <p>{help}</p>}
      <p>
        <Link to="/sign-in">{text.again}</Link>
      </p>
    </>
  )
}

type Kept = OpenIdFlow & { readonly to?: string | undefined }

function packed(kept: Kept): string {
  return Buffer.from(JSON.stringify(kept)).toString('base64url')
}

/** The contents of the browser's cookie; undefined for any other value. */
function unpacked(value: string | undefined): Kept | undefined {
  try {
    const { state, nonce, verifier, to } = JSON.parse(Buffer.from(value ?? '', 'base64url').toString())
    const isWhole = [state, nonce, verifier].every((one) => typeof one === 'string' && one !== '')
    return isWhole ? { state, nonce, verifier, to: typeof to === 'string' ? to : undefined } : undefined
  } catch {
    return undefined
  }
}
