import { mayDo } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import type { Access } from '../page.ts'

/** The pages for visitors who may not see a page yet. */
export const paths = { signIn: '/sign-in', secondStep: '/second-step', enrolment: '/me/second-step' } as const

/** Whether a visitor may see a page: yes, only after another page, or never. */
export function admission(access: Access, visitor: Visitor | undefined): 'admitted' | 'never' | { first: string } {
  if (access === 'anybody') return 'admitted'
  if (!visitor) return { first: paths.signIn }
  if (access === 'arriving') return 'admitted'
  const { needs } = visitor
  if (access === 'enrolling') return needs === 'second_step' ? { first: paths.secondStep } : 'admitted'
  if (needs !== null) return { first: needs === 'enrolment' ? paths.enrolment : paths.secondStep }
  return [access].flat().some((act) => mayDo(visitor.user, act)) ? 'admitted' : 'never'
}

/**
 * The page of ours that a form was on, if the browser names it; empty without one. A form on the answer to another form
 * was on no page that can be opened: the page above it can.
 */
export function pageBefore(referer: string, root: string, isShown: (path: string) => boolean): string {
  if (!referer.startsWith(`${root}/`)) return ''
  let path = referer.slice(root.length)
  while (path !== '' && !isShown(path.replace(/[?#].*/s, ''))) path = path.slice(0, path.lastIndexOf('/'))
  return path
}
