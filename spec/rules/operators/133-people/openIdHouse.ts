import { got } from 'got'
import { type OpenIdSettings, openIdProvider } from '../../../../adapters/dashboard/people/openId/provider.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'

/**
 * Signs in at a provider and returns the address that it leads back to; the small provider of the specs answers at
 * once.
 */
type SignInThere = (place: string) => Promise<URL>

const atOnce: SignInThere = async (place) =>
  new URL((await got(place, { followRedirect: false })).headers.location ?? '')

/** Pages with sign-in at a provider, and the operator `nakato@gateway.example`. */
export async function openIdHouse(settings: OpenIdSettings, signInThere = atOnce) {
  const broke: unknown[] = []
  const unknown: string[] = []
  const dashboard = await openDashboard({ operatorsTakeTwoSteps: true }, {}, () => ({
    openId: {
      provider: openIdProvider(settings),
      onBroke: (error) => broke.push(error),
      onUnknown: (missing) => unknown.push(missing ?? 'no operator'),
    },
  }))
  const { ask } = dashboard
  const operator = await dashboard.userOf('administrator', 'nakato@gateway.example')

  /** Goes to the provider and comes back, with the cookie that was set unless another is given. */
  async function there(to = '', change: (back: URL) => void = () => {}, otherCookie?: string) {
    const begun = await ask.post(`sign-in/openid${to}`, { headers: ownForm })
    const [line = ''] = begun.headers['set-cookie'] ?? []
    const place = placeIn(begun.body)
    const back = await signInThere(place)
    change(back)
    const cookie = otherCookie ?? line.split(';')[0] ?? ''
    const answer = await ask(`${back.pathname.slice(1)}${back.search}`, { headers: { cookie } })
    const [session] = /sente-session=[^;]+/.exec(answer.headers['set-cookie']?.join() ?? '') ?? []
    return { begun, place, back, line, cookie, answer, session }
  }

  return { ...dashboard, operator, there, broke, unknown }
}

/** The address that a page leads to by itself. */
export function placeIn(body: string): string {
  const [, place = ''] = /<meta http-equiv="refresh" content="0; url=([^"]+)"/.exec(body) ?? []
  return place.replaceAll('&amp;', '&')
}
