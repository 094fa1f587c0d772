import type { ComponentChildren } from 'preact'
import type { Act } from '../../core/sente.ts'
import type { Asked } from './asked.ts'
import type { Texts } from './languages/english/texts.ts'
import type { Form } from './request/form.ts'

/**
 * The visitors who may see a page: anybody; anybody who has given a password; a user who lacks at most a second step
 * that is required; a signed-in user who may do an act, or one of several.
 */
export type Access = 'anybody' | 'arriving' | 'enrolling' | Act | readonly Act[]

/** One page: the answer under a path, and the work of a form on it. */
export type Page = {
  /** The path for the router, without the prefix for a proxy. */
  readonly path: string
  readonly access: Access
  /** The visitors whose form it takes, if they are fewer than those who may see it. */
  readonly takesFrom?: Access
  /** Requested automatically so often that logging each look would bury the payments. Forms are logged. */
  readonly isNoise?: true
  /** For customers of merchants: without ways to other pages, and without anything about the gateway. */
  readonly isForPayers?: true
  /** Whether all of its texts are in `languages/`. The others are in English. */
  readonly isTranslated?: true
  /** The code of its language where the visitor and the browser ask for none; null for none. */
  readonly language?: (asked: Asked) => Promise<string | null>
  /** Whether its form may have 2 MiB, in parts, with files among them; others have 16 KiB at most. */
  readonly isLarge?: true
  /** Whether its form may have files of up to 16 MiB, which are stored while they arrive. */
  readonly takesUpload?: true
  /** Whether GET asks another server. It then gives up its turn, so that no other request waits for it. */
  readonly asksElsewhere?: true
  /** Answers GET. A page without it only accepts forms. */
  readonly show?: (asked: Asked) => Answer | Promise<Answer>
  /** The question before its form's work, if that cannot be undone; undefined for a form that is taken at once. */
  readonly question?: (asked: Asked, form: Form) => Promise<Question | undefined>
  /** Answers a form. */
  readonly take?: (asked: Asked, form: Form) => Answer | Promise<Answer>
}

/** The question before an act that cannot be undone. */
export type Question = {
  /** The question, with the name of its object. */
  readonly title: string
  /** The effect of the act. */
  readonly hint: string
  /** The act, on the button. */
  readonly submit: string
  /** The page to return to without it. */
  readonly back: string
  /** The fields for secrets. */
  readonly children?: ComponentChildren
}

/** The answer to a request. */
export type Answer = Shown | SeeOther | Elsewhere | Download

/** A page to show. */
export type Shown = {
  readonly title: string | ((texts: Texts) => string)
  readonly main: ComponentChildren
  /** 200 by default; 422 for a form that is shown again, in which its fields keep their values. */
  readonly status?: number
  /** The first wrong field of a form that is shown again. */
  readonly wrong?: Wrong | undefined
  /** For a page with one short form. */
  readonly isNarrow?: true
  /** The number of seconds after which the page reloads because something is under way. */
  readonly againSeconds?: number
  /** The number of seconds after which to repeat a request beyond the rate limit, or one that the store cannot serve now. */
  readonly retryAfterSeconds?: number
  /** The next page, opened at once: a page of ours by its path, or one of another site. */
  readonly onward?: string | URL
  readonly cookies?: Cookies
}

/** A wrong field of a form and the message about it. The form has at most one field of several names. */
export type Wrong = { readonly field: string | readonly string[]; readonly message: string }

/** The next page, below the pages' own address. */
export type SeeOther = { readonly seeOther: string; readonly cookies?: Cookies }

/**
 * The next page, on another site. A page of ours leads there, because browsers refuse a redirect to another site as the
 * answer to a form on a page that may send forms only here.
 */
export type Elsewhere = { readonly elsewhere: URL; readonly cookies?: Cookies }

/** A file to download, written while it is made. */
export type Download = {
  readonly fileName: string
  /** Its media type. */
  readonly type: string
  readonly lines: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** Cookies to set, by their names; null ends one. */
export type Cookies = Readonly<Record<string, Cookie | null>>

type Cookie = {
  readonly value: string
  readonly maxAgeSeconds?: number
  /** For a cookie that must be sent when another site leads back to ours. */
  readonly isSentFromElsewhere?: true
}
