import { type ComponentChildren, Fragment } from 'preact'
import { useContext } from 'preact/hooks'
import { Again, type PageBase } from '../layout/links.tsx'
import type { Shown, Wrong } from '../page.ts'
import type { Form as Filled } from '../request/form.ts'
import { named } from '../request/named.ts'

/** A field of a form that is shown again: its former value, and the message if it is wrong. */
function useAgain(name: string) {
  const again = useContext(Again)
  const wrong = again?.wrong?.field === name ? again.wrong.message : undefined
  return {
    kept: again?.form.names.includes(name) ? again.form.exact(name) : undefined,
    note: wrong !== undefined && (
      <small class="bad" id={`wrong-${name}`}>
        {wrong}
      </small>
    ),
    marks: wrong !== undefined && {
      'aria-invalid': 'true' as const,
      'aria-describedby': `wrong-${name}`,
      autofocus: true,
    },
  }
}

type FieldProps = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'password' | 'search' | 'tel' | 'date' | 'file'
  readonly value?: string | undefined
  readonly autocomplete?: string
  readonly inputmode?: 'numeric' | 'decimal' | 'text'
  readonly isOptional?: true
  /** Whether nobody sees the label, because a table has the same words. */
  readonly isPlain?: true
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
  const { kept, note, marks } = useAgain(name)
  const isSecret = type === 'password' || type === 'file'
  const Around = more.isPlain ? Fragment : 'label'
  return (
    <Around>
      {!more.isPlain && label}
      {hint !== undefined && <small>{hint}</small>}
      {note}
      <input
        name={name}
        // The types of attributes tell each kind of input apart.
        type={type as 'text'}
        value={isSecret ? value : (kept ?? value)}
        autocomplete={autocomplete}
        inputMode={inputmode}
        required={!more.isOptional}
        {...(more.isPlain && { size: 8, 'aria-label': label })}
        {...marks}
      />
    </Around>
  )
}

/** A field for a text of several lines, which may be empty. */
export function Area({ name, label, hint }: Pick<FieldProps, 'name' | 'label' | 'hint'>) {
  const { kept, note, marks } = useAgain(name)
  return (
    <label>
      {label}
      {hint !== undefined && <small>{hint}</small>}
      {note}
      <textarea name={name} spellcheck={false} {...marks}>
        {kept}
      </textarea>
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

/** The id of the form's result, which is made with the form, and so once: also after the form was shown again. */
export function MadeId({ value }: { readonly value: string }) {
  const { kept } = useAgain('id')
  return <input type="hidden" name="id" value={kept ?? value} />
}

/** The id that a page has made for the result of its form, so that it is made once; undefined for any other text. */
export function idIn(form: Filled): string | undefined {
  const id = form.text('id')
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id) ? id : undefined
}

/** A choice of one value. The first is chosen by default. */
export function Choice(props: {
  readonly name: string
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly value?: string | undefined
  /** Whether nobody sees the label, because a table has the same words. */
  readonly isPlain?: true
}) {
  const { name, label, options, value, isPlain } = props
  const { kept, note, marks } = useAgain(name)
  const chosen = kept || value
  const Around = isPlain ? Fragment : 'label'
  return (
    <Around>
      {!isPlain && label}
      {note}
      <select name={name} aria-label={isPlain && label} {...marks}>
        {options.map(([one, text]) => (
          <option value={one} selected={one === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Around>
  )
}

/** A choice of one of several by radio buttons, each with its consequence. */
export function Options(props: {
  readonly name: string
  readonly legend: string
  readonly of: readonly { readonly one: string; readonly name: string; readonly effect: string | undefined }[]
}) {
  const { kept, note, marks } = useAgain(props.name)
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      {note}
      {props.of.map(({ one, name, effect }, index) => (
        <label>
          <input
            type="radio"
            name={props.name}
            value={one}
            checked={one === kept}
            required
            {...(index === 0 && marks)}
          />{' '}
          {name}
          {effect && <small>{effect}</small>}
        </label>
      ))}
    </fieldset>
  )
}

/** A box to tick. In a form that is shown again it is as it was. */
export function Tick(props: {
  readonly name: string
  readonly value: string
  readonly checked?: boolean
  readonly isRequired?: true
  /** The label for people who do not see that a row of a table is its label. */
  readonly label?: string
  readonly children?: ComponentChildren
}) {
  const { name, value, checked, isRequired, label, children } = props
  const again = useContext(Again)
  const isChecked = again?.form.all(name).includes(value) ?? checked
  const Around = label === undefined ? 'label' : Fragment
  return (
    <Around>
      <input type="checkbox" name={name} value={value} checked={isChecked} required={isRequired} aria-label={label} />{' '}
      {children}
    </Around>
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
