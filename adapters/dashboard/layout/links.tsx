import { type ComponentChildren, createContext } from 'preact'
import { type Act, type Calendar, mayDo, type User } from '../../../core/sente.ts'
import type { Language } from '../languages/languages.ts'
import type { Wrong } from '../page.ts'

/** The context of all parts of a page: each gets it as its second argument, which costs no search. */
export type PageBase = {
  /** The prefix of every page's path. */
  readonly base: string
  /** The calendar of the pages' days. */
  readonly days: Calendar
  /** The moment at which the page is shown. */
  readonly nowMs: number
  readonly language: Language
  /** The signed-in user. */
  readonly user?: User | undefined
  readonly sent?: SentForm | undefined
}

/** The fields of a form, with their values. */
export type Filled = {
  readonly names: readonly string[]
  exact(name: string): string
  all(name: string): readonly string[]
}

/** A form that was refused, and is shown again. */
export type SentForm = {
  readonly wrong: { readonly field: string; readonly message: string } | undefined
  /** The path that has received it. */
  readonly to: string
  readonly form: Filled
}

/** The wrong field of a form, by its own name for it. */
export function wrongIn({ names }: SentForm['form'], wrong: Wrong | undefined): SentForm['wrong'] {
  if (!wrong) return undefined
  const { message } = wrong
  const field = typeof wrong.field === 'string' ? wrong.field : wrong.field.find((name) => names.includes(name))
  return field === undefined ? undefined : { field, message }
}

/** The refused form whose fields are being shown again; undefined in every other form. */
export const Again = createContext<SentForm | undefined>(undefined)

type MayProps = {
  readonly act: Act | readonly Act[]
  readonly children: ComponentChildren
  readonly otherwise?: ComponentChildren
}

/** Draws its children for a user who may do an act, or one of several, and by default nothing for others. */
export function May({ act, children, otherwise = null }: MayProps, { user }: PageBase) {
  return user && [act].flat().some((one) => mayDo(user, one)) ? children : otherwise
}

type LinkProps = {
  readonly to: string
  readonly class?: string | undefined
  readonly current?: boolean
  readonly children: ComponentChildren
}

/** A link to another page of ours. */
export function Link({ to, class: name, current, children }: LinkProps, { base }: PageBase) {
  return (
    <a href={base + to} class={name} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}

type FormProps = {
  /** The path that receives it. */
  readonly to: string
  readonly method?: 'get' | 'post'
  readonly class?: string
  readonly label?: string
  /** The script's request to the browser before it is sent. */
  readonly passkey?: { readonly kind: 'create' | 'get'; readonly options: object }
  /** Whether it is sent in parts: with a file, or long. */
  readonly isLarge?: true
  /** The fields that tell it from the page's other forms for the same path; nobody sees them. */
  readonly carries?: Readonly<Record<string, string>>
  readonly children: ComponentChildren
}

/** A form for a page of ours; by POST unless it only reads. */
export function Form(
  { to, method = 'post', class: name, label, passkey, isLarge, carries = {}, children }: FormProps,
  { base, sent }: PageBase,
) {
  const carried = Object.entries(carries)
  const isSent =
    sent?.to === to.replace(/\?.*/s, '') && carried.every(([field, value]) => sent.form.exact(field) === value)
  return (
    <form
      action={base + to}
      method={method}
      enctype={isLarge && 'multipart/form-data'}
      class={name}
      aria-label={label}
      data-passkey={passkey?.kind}
      data-options={passkey && JSON.stringify(passkey.options)}
    >
      {carried.map(([field, value]) => (
        <input type="hidden" name={field} value={value} />
      ))}
      <Again.Provider value={isSent ? sent : undefined}>{children}</Again.Provider>
    </form>
  )
}
