import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** What all parts of a page go by. */
export type Place = {
  /** What stands before the path of every page. */
  readonly base: string
  /** In which time zone moments are shown, such as `Africa/Kampala`. */
  readonly timeZone: string
  /** Who is signed in. */
  readonly userName?: string | undefined
}

/** Where a page is shown. */
export const PlaceContext = createContext<Place>({ base: '', timeZone: 'UTC' })

type LinkProps = {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

/** A link to another page of ours. */
export function Link({ to, class: name, current, children }: LinkProps) {
  const { base } = useContext(PlaceContext)
  return (
    <a href={base + to} class={name} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}

type FormProps = {
  /** Where it is sent to. */
  readonly to: string
  readonly method?: 'get' | 'post'
  readonly class?: string
  readonly label?: string
  /** What the script asks the browser for before it is sent. */
  readonly passkey?: { readonly kind: 'create' | 'get'; readonly options: object }
  /** Whether it is sent in parts: with a file, or long. */
  readonly isLarge?: true
  readonly children: ComponentChildren
}

/** A form that is sent to a page of ours; by POST unless it only asks. */
export function Form({ to, method = 'post', class: name, label, passkey, isLarge, children }: FormProps) {
  const { base } = useContext(PlaceContext)
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
