import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { Again, type PageBase } from '../layout/links.tsx'
import type { Shown, Wrong } from '../page.ts'
import { named } from '../request/named.ts'

type FieldProps = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'password' | 'search' | 'tel' | 'date' | 'file'
  readonly value?: string | undefined
  readonly autocomplete?: string
  readonly inputmode?: 'numeric' | 'decimal' | 'text'
  readonly isOptional?: true
}

/** A field of a form. In one that is shown again it has its value, unless it is secret, and the message if it is wrong. */
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
  const again = useContext(Again)
  const wrong = again?.wrong?.field === name ? again.wrong : undefined
  const isSecret = type === 'password' || type === 'file'
  const kept = !isSecret && again?.form.names.includes(name) ? again.form.exact(name) : undefined
  return (
    <label>
      {label}
      {hint !== undefined && <small>{hint}</small>}
      {wrong && (
        <small class="bad" id={`wrong-${name}`}>
          {wrong.message}
        </small>
      )}
      <input
        name={name}
        // The types of attributes tell each kind of input apart.
        type={type as 'text'}
        value={kept ?? value}
        autocomplete={autocomplete}
        inputMode={inputmode}
        required={!more.isOptional}
        {...(wrong && { 'aria-invalid': 'true', 'aria-describedby': `wrong-${name}`, autofocus: true })}
      />
    </label>
  )
}

/** Names the owner of the form's password for password managers: the signed-in user, or another. */
export function Whose({ name }: { readonly name?: string }, { user }: PageBase) {
  return <input value={name ?? user?.name} autocomplete="username" readOnly hidden />
}

/** The password, asked for again. */
export function Password(_: object, { language }: PageBase) {
  const { yourPassword, why } = language.texts.forms
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
  const chosen = useContext(Again)?.form.exact(props.name) || props.value
  return (
    <label>
      {props.label}
      <select name={props.name}>
        {props.options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A box to tick. In a form that is shown again it is as it was. */
export function Tick(props: {
  readonly name: string
  readonly value: string
  readonly checked?: boolean
  readonly children: ComponentChildren
}) {
  const { name, value, checked, children } = props
  const again = useContext(Again)
  return (
    <label>
      <input type="checkbox" name={name} value={value} checked={again?.form.all(name).includes(value) ?? checked} />{' '}
      {children}
    </label>
  )
}

/** The message about a form that was refused, with its wrong field if it has one. */
export type Refusing = string | Wrong

/** The refusal of a form that changed nothing, above the form. */
export function Refused({ message }: { readonly message: Refusing | undefined }) {
  if (message === undefined) return null
  return (
    <p class="note bad" role="alert">
      {typeof message === 'string' ? message : message.message}
    </p>
  )
}

/** The status of a page with a form, and its wrong field, by the refusal. */
export function asRefused(message: Refusing | undefined): Pick<Shown, 'status' | 'wrong'> {
  if (message === undefined) return {}
  return { status: 422, wrong: typeof message === 'string' ? undefined : message }
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
