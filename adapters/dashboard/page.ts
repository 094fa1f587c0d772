import type { ComponentChildren } from 'preact'
import type { Asked } from './asked.ts'
import type { Form } from './request/form.ts'

/**
 * Who may see a page: anybody, whoever has given a password, whoever lacks at most a second step that is to be set up,
 * whoever is signed in, any user of an account, its managers only, or operators.
 */
export type Access = 'anybody' | 'arriving' | 'enrolling' | 'user' | 'holder' | 'manager' | 'operator'

/** One page: what is shown under a path, and what a form on it does. */
export type Page = {
  /** As the router takes it, without what stands before it for a proxy. */
  readonly path: string
  readonly access: Access
  /** Asks for itself so often that logging each look would bury the payments; forms are logged. */
  readonly isNoise?: true
  /** Whether its form may have 2 MiB, in parts, with files among them; others have 16 KiB at most. */
  readonly isLarge?: true
  /** Whether another server is asked before GET is answered: nobody waits meanwhile for the turn that it was begun in. */
  readonly asksElsewhere?: true
  /** Answers GET; without it the page is only posted to. */
  readonly show?: (asked: Asked) => Answer | Promise<Answer>
  /** Answers a form that was sent to it. */
  readonly take?: (asked: Asked, form: Form) => Answer | Promise<Answer>
}

/** How a request is answered. */
export type Answer = Shown | SeeOther | Elsewhere | Download

/** A page to show. */
export type Shown = {
  readonly title: string
  readonly main: ComponentChildren
  /** 200 by default. */
  readonly status?: number
  /** For a page that is one short form. */
  readonly isNarrow?: true
  /** After how many seconds the page asks for itself again, because something goes on. */
  readonly againSeconds?: number
  /** After how many seconds to send the request again, which was one of too many. */
  readonly retryAfterSeconds?: number
  /** Where it leads on to by itself, at once: a page of ours by its path, or one of somebody else. */
  readonly onward?: string | URL
  readonly cookies?: Cookies
}

/** Another page to go on with, below the pages' own address. */
export type SeeOther = { readonly seeOther: string; readonly cookies?: Cookies }

/**
 * A page of somebody else to go on with. A page of ours leads there: browsers take no redirect to another site as the answer
 * to a form of a page that may send forms only here.
 */
export type Elsewhere = { readonly elsewhere: URL; readonly cookies?: Cookies }

/** A file to keep, written as it is made. */
export type Download = {
  readonly fileName: string
  readonly type: 'text/csv'
  readonly lines: AsyncIterable<string> | Iterable<string>
}

/** Cookies to set, by their names; null ends one. */
export type Cookies = Readonly<Record<string, Cookie | null>>

type Cookie = {
  readonly value: string
  readonly maxAgeSeconds?: number
  /** For one that has to be there when another site leads back to ours. */
  readonly isSentFromElsewhere?: true
}
