import type { ComponentChildren } from 'preact'
import type { PageBase } from '../layout/links.tsx'
import { named } from '../request/named.ts'
import { words } from '../words.ts'

type FieldProps = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'password' | 'search' | 'tel' | 'date' | 'file'
  readonly value?: string | undefined
  readonly autocomplete?: string
  readonly inputmode?: 'numeric' | 'decimal' | 'text'
  readonly isOptional?: true
  /** Whether the value is refused. */
  readonly isWrong?: boolean
}

/** A field of a form. */
export function Field({
  name,
  label,
  hint,
  type = 'text',
  value,
  autocomplete = 'off',
  inputmode,
  ...more
}: FieldProps) {
  return (
    <label>
      {label}
      {hint !== undefined && <small>{hint}</small>}
      <input
        name={name}
        // The types of attributes tell each kind of input apart.
        type={type as 'text'}
        value={value}
        autocomplete={autocomplete}
        inputMode={inputmode}
        required={!more.isOptional}
        aria-invalid={more.isWrong ? 'true' : undefined}
      />
    </label>
  )
}

/** Names the owner of the form's password for password managers: the signed-in user, or another. */
export function Whose({ name }: { readonly name?: string }, { userName }: PageBase) {
  return <input value={name ?? userName} autocomplete="username" readOnly hidden />
}

/** The password, asked for again. */
export function Password() {
  const { yourPassword, why } = words.forms
  return (
    <>
      <Whose />
      <Field name="password" label={yourPassword} hint={why} type="password" autocomplete="current-password" />
    </>
  )
}

/** A choice of one value. The first is chosen by default. */
export function Choice(props: {
  readonly name: string
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly value?: string | undefined
}) {
  return (
    <label>
      {props.label}
      <select name={props.name}>
        {props.options.map(([value, text]) => (
          <option value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The refusal of a form that changed nothing, above the form. */
export function Refused({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p class="note bad" role="alert">
      {message}
    </p>
  )
}

/** The result of a form. */
export function Done({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="note" role="status">
      {children}
    </p>
  )
}

/** The text for the act that the URL of a page names; nothing if the page has no text for it. */
export function DoneAs(props: {
  readonly name: string | null | undefined
  readonly texts: Readonly<Record<string, string>>
}) {
  const text = named(props.texts, props.name)
  return text === undefined ? null : <Done>{text}</Done>
}

/** A value that is shown once and never again, to be copied. */
export function Once({ hint, children }: { readonly hint: ComponentChildren; readonly children: string }) {
  return (
    <div class="note" role="status">
      <p>{hint}</p>
      <pre>{children}</pre>
    </div>
  )
}
