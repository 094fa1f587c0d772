import { type Caller, isRefusal, type NextTurn } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import type { Language } from '../../languages/languages.ts'
import { Form } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { Area, asRefused, Field, Refused, type Refusing } from '../../parts/fields.tsx'
import type { Form as Filled } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { batchesPath } from './batches.tsx'
import { checkedPage } from './checked.tsx'
import { type AskedBatch, batchIn, checkBatch } from './checking.ts'

const path = `${batchesPath}/new`

/**
 * A batch from a file or from pasted lines: checked and corrected as often as necessary, then paid. Until then it
 * exists in its form alone.
 */
export function newBatchPages(deps: HolderDeps): readonly Page[] {
  const { acceptBatch, newReference } = deps

  async function checked(given: Checking, asked: AskedBatch, refused?: Refusing): Promise<Answer> {
    const { who } = given
    const found = await checkBatch(deps, given, asked)
    const { refusal } = found
    if (refusal?.refused === 'duplicate_batch' && refusal.isRepeat)
      return { seeOther: `${batchesPath}/${refusal.batchId}?done=accepted` }
    const message = refused ?? (refusal && refusing(refusal, who.language))
    return checkedPage(asked, found, { who, refused: message })
  }

  async function check(who: Holder, form: Filled, nextTurn: NextTurn): Promise<Answer> {
    const asked = await batchIn(deps, form, { nextTurn, language: who.language })
    if ('message' in asked) return newPage(who, { refused: asked })
    const caller = await callerOf(deps, who, 'batch.check')
    return isRefusal(caller)
      ? newPage(who, { refused: refusing(caller, who.language) })
      : checked({ who, caller, nextTurn }, asked)
  }

  async function accept(who: Holder, form: Filled, nextTurn: NextTurn): Promise<Answer> {
    const asked = await batchIn(deps, form, { nextTurn, language: who.language })
    if ('message' in asked) return newPage(who, { refused: asked })
    const looking = await callerOf(deps, who, 'batch.check')
    if (isRefusal(looking)) return newPage(who, { refused: refusing(looking, who.language) })
    const caller = await callerOf(deps, who, 'batch.accept', form)
    if (isRefusal(caller)) return checked({ who, caller: looking, nextTurn }, asked, refusing(caller, who.language))
    const request = {
      ...asked.request,
      pin: form.exact('pin'),
      acceptPartial: form.text('partial') === 'yes',
      confirmRepeats: form.text('repeats') === 'yes',
    }
    const accepted = await acceptBatch({ caller, request, nextTurn })
    if (!isRefusal(accepted)) return { seeOther: `${batchesPath}/${accepted.batch.id}?done=accepted` }
    const refused = accepted.refused === 'duplicate_batch' ? undefined : refusing(accepted, who.language)
    return checked({ who, caller, nextTurn }, asked, refused)
  }

  const suggested = ({ query }: Asked) => query.get('reference') ?? `batch-${newReference().slice(0, 8)}`
  return [
    {
      path,
      access: 'batch.check',
      isTranslated: true,
      show: (asked) => newPage(asked, { reference: suggested(asked) }),
    },
    {
      path: `${path}/check`,
      access: 'batch.check',
      isLarge: true,
      isTranslated: true,
      take: (asked, form) => asHolder(asked, (who) => check(who, form, asked.nextTurn)),
    },
    {
      path: `${path}/accept`,
      access: 'batch.accept',
      isLarge: true,
      isTranslated: true,
      take: (asked, form) => asHolder(asked, (who) => accept(who, form, asked.nextTurn)),
    },
  ]
}

type Checking = { readonly who: Holder; readonly caller: Caller; readonly nextTurn: NextTurn }

type Notice = {
  readonly refused?: Refusing
  readonly reference?: string
}

function newPage({ language }: { readonly language: Language }, { refused, reference }: Notice): Shown {
  const { batches } = language.texts
  const text = batches.new
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <p>{text.what}</p>
      <Form to={`${path}/check`} label={text.form} isLarge>
        <Field name="reference" label={batches.reference} hint={batches.referenceHint} value={reference} />
        <Field name="file" label={text.file} type="file" isOptional />
        <Area name="lines" label={text.text} hint={text.textHint} />
        <button type="submit">{text.check}</button>
      </Form>
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}
