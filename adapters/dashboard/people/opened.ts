import type { Opened } from '../../../core/sente.ts'
import { homeOf } from '../layout/document.tsx'
import type { SeeOther } from '../page.ts'
import { paths } from '../request/access.ts'
import { deviceCookie, sessionCookie } from '../request/sessionCookies.ts'

/** How long a browser is remembered, in seconds. */
const knownSeconds = 180 * 86_400

/** Continues with a session that was opened: to a missing step, or to the requested page. */
export function withSession(opened: Omit<Opened, 'account'>, to: string | undefined): SeeOther {
  return {
    seeOther: pathAfter(opened, to),
    cookies: {
      [sessionCookie]: { value: opened.token },
      [deviceCookie]: { value: opened.deviceToken, maxAgeSeconds: knownSeconds },
    },
  }
}

/** A page of ours that was requested before signing in; undefined for other addresses. */
export function ownPath(to: string | null | undefined): string | undefined {
  return to && /^\/(?![/\\])[!-~]{0,1000}$/.test(to) && !to.includes('\\') ? to : undefined
}

/** A page that continues to another one afterwards, if one was requested. */
export function goingOnTo(path: string, to: string | undefined): string {
  return to === undefined ? path : `${path}?${new URLSearchParams({ to })}`
}

function pathAfter({ user, needs }: Pick<Opened, 'user' | 'needs'>, to: string | undefined): string {
  if (needs === null) return to ?? homeOf(user)
  return goingOnTo(needs === 'enrolment' ? paths.enrolment : paths.secondStep, to)
}
