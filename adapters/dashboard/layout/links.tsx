import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The context of all parts of a page. */
export type PageBase = {
  /** The prefix of every page's path. */
  readonly base: string
  /** The time zone of the pages, such as `Africa/Kampala`. */
  readonly timeZone: string
  /** The signed-in user. */
  readonly userName?: string | undefined
}

/** The context in which a page is shown. */
export const PageContext = createContext<PageBase>({ base: '', timeZone: 'UTC' })

type LinkProps = {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

/** A link to another page of ours. */
export function Link({ to, class: name, current, children }: LinkProps) {
  const { base } = useContext(PageContext)
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
  readonly children: ComponentChildren
}

/** A form for a page of ours; by POST unless it only reads. */
export function Form({ to, method = 'post', class: name, label, passkey, isLarge, children }: FormProps) {
  const { base } = useContext(PageContext)
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
      {children}
    </form>
  )
}
