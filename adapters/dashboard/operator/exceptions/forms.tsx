import type { ComponentChildren } from 'preact'
import { hasWholeNumber, isFinal, rowClasses } from '../../../../core/sente.ts'
import { Form, May, type PageBase } from '../../layout/links.tsx'
import { Choice, Field, Password, Tick } from '../../parts/fields.tsx'
import { Because } from '../decisions/because.tsx'
import type { About, Notice } from './about.ts'
import { exceptionsPath } from './table.tsx'
import { exceptionWords } from './words.ts'

/** The decisions about an open exception, a form each, by the kind of the exception. */
export function ExceptionForms({ of: about, notice }: { readonly of: About; readonly notice: Notice }) {
  const { bucket } = about.entry
  return (
    <>
      <May act="operator.assign">
        <Assign of={about} notice={notice} />
      </May>
      <May act="operator.decide">
        {bucket === 'missing_here' && <Record of={about} notice={notice} />}
        {bucket === 'not_ours' && <Classify of={about} notice={notice} />}
        <Resolve of={about} notice={notice} />
      </May>
    </>
  )
}

type Props = { readonly of: About; readonly notice: Notice }

/** The values of a form that is shown again, by the names of its fields. */
function filledIn({ form, name: refused }: Notice, name: string): (field: string) => string | undefined {
  return (field) => (refused === name ? form?.text(field) : undefined)
}

function Section(
  props: Props & { readonly name: string; readonly label: string; readonly children: ComponentChildren },
) {
  const { run, entry } = props.of
  return (
    <section>
      <h2>{props.label}</h2>
      <Form to={`${exceptionsPath}/${run.id}/${entry.item}/${props.name}`} label={props.label}>
        {props.children}
        <Because value={filledIn(props.notice, props.name)('because')} />
        {props.name !== 'assign' && <Password />}
        <button type="submit" class={props.name === 'assign' ? undefined : 'grave'}>
          {props.name === 'assign' ? exceptionWords.forms.assignSubmit : props.label}
        </button>
      </Form>
    </section>
  )
}

function Assign(props: Props, { user }: PageBase) {
  const text = exceptionWords.forms
  const owner = filledIn(props.notice, 'assign')('owner') ?? user?.name
  return (
    <Section {...props} name="assign" label={text.assign}>
      <Field name="owner" label={text.assignTo} value={owner} />
    </Section>
  )
}

function Record(props: Props) {
  const text = exceptionWords.forms
  const value = filledIn(props.notice, 'record')
  return (
    <Section {...props} name="record" label={text.record}>
      <p>{text.recordHint}</p>
      <Field name="account" label={text.account} hint={text.accountHint} value={value('account')} />
      <Field name="reference" label={text.reference} hint={text.referenceHint} value={value('reference')} />
      {!hasWholeNumber(props.of.entry) && (
        <Field name="phone_number" label={text.phoneNumber} type="tel" value={value('phone_number')} />
      )}
      {props.of.entry.direction === 'out' && (
        <Field name="refund_of" label={text.refundOf} hint={text.refundOfHint} value={value('refund_of')} isOptional />
      )}
      <AnotherThan value={value('another_than')} />
    </Section>
  )
}

function Classify(props: Props) {
  const text = exceptionWords.forms
  const value = filledIn(props.notice, 'classify')
  return (
    <Section {...props} name="classify" label={text.classify}>
      <p>{text.classifyHint}</p>
      <Choice
        name="as"
        label={text.as}
        options={rowClasses.map((one) => [one, text.classes[one]] as const)}
        value={value('as')}
      />
      <Choice name="product" label={text.product} options={text.products} value={value('product')} />
      <Field
        name="reference"
        label={text.moveReference}
        hint={text.moveReferenceHint}
        value={value('reference')}
        isOptional
      />
      <AnotherThan value={value('another_than')} />
    </Section>
  )
}

function AnotherThan({ value }: { readonly value: string | undefined }) {
  const text = exceptionWords.forms
  return <Field name="another_than" label={text.anotherThan} hint={text.anotherThanHint} value={value} isOptional />
}

function Resolve(props: Props) {
  const text = exceptionWords.forms
  const { entry, transaction } = props.of
  const ends = entry.bucket === 'state_differs' && transaction !== undefined && !isFinal(transaction.state)
  return (
    <Section {...props} name="resolve" label={text.resolve}>
      {ends ? (
        <Tick name="end" value="yes">
          {text.endPayment}
        </Tick>
      ) : (
        <p>{text.resolveHint}</p>
      )}
    </Section>
  )
}
