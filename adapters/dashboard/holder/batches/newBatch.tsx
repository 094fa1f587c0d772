import { type Caller, isRefusal, type NextTurn } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
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
import { batchWords } from './words.ts'

const path = `${batchesPath}/new`

/**
 * A batch from a file or from pasted lines: checked and corrected as often as necessary, then paid. Until then it
 * exists in its form alone.
 */
export function newBatchPages(deps: HolderDeps): readonly Page[] {
  const { acceptBatch, newReference } = deps

  async function checked(given: Checking, asked: AskedBatch, refused?: Refusing): Promise<Answer> {
    const found = await checkBatch(deps, given, asked)
    const { refusal } = found
    if (refusal?.refused === 'duplicate_batch' && refusal.isRepeat)
      return { seeOther: `${batchesPath}/${refusal.batchId}?done=accepted` }
    const message = refused ?? (refusal && refusing(refusal))
    return checkedPage(asked, found, message)
  }

  async function check(who: Holder, form: Filled, nextTurn: NextTurn): Promise<Answer> {
    const asked = await batchIn(deps, form, nextTurn)
    if ('message' in asked) return newPage({ refused: asked })
    const caller = await callerOf(deps, who, 'batch.check')
    return isRefusal(caller) ? newPage({ refused: refusing(caller) }) : checked({ caller, nextTurn }, asked)
  }

  async function accept(who: Holder, form: Filled, nextTurn: NextTurn): Promise<Answer> {
    const asked = await batchIn(deps, form, nextTurn)
    if ('message' in asked) return newPage({ refused: asked })
    const looking = await callerOf(deps, who, 'batch.check')
    if (isRefusal(looking)) return newPage({ refused: refusing(looking) })
    const caller = await callerOf(deps, who, 'batch.accept', form)
    if (isRefusal(caller)) return checked({ caller: looking, nextTurn }, asked, refusing(caller))
    const request = {
      ...asked.request,
      pin: form.exact('pin'),
      acceptPartial: form.text('partial') === 'yes',
      confirmRepeats: form.text('repeats') === 'yes',
    }
    const accepted = await acceptBatch({ caller, request, nextTurn })
    if (!isRefusal(accepted)) return { seeOther: `${batchesPath}/${accepted.batch.id}?done=accepted` }
    return checked({ caller, nextTurn }, asked, accepted.refused === 'duplicate_batch' ? undefined : refusing(accepted))
  }

  const suggested = ({ query }: Asked) => query.get('reference') ?? `batch-${newReference().slice(0, 8)}`
  return [
    { path, access: 'batch.check', show: (asked) => newPage({ reference: suggested(asked) }) },
    {
      path: `${path}/check`,
      access: 'batch.check',
      isLarge: true,
      take: (asked, form) => asHolder(asked, (who) => check(who, form, asked.nextTurn)),
    },
    {
      path: `${path}/accept`,
      access: 'batch.accept',
      isLarge: true,
      take: (asked, form) => asHolder(asked, (who) => accept(who, form, asked.nextTurn)),
    },
  ]
}

type Checking = { readonly caller: Caller; readonly nextTurn: NextTurn }

type Notice = {
  readonly refused?: Refusing
  readonly reference?: string
}

function newPage({ refused, reference }: Notice): Shown {
  const text = batchWords.new
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <p>{text.what}</p>
      <Form to={`${path}/check`} label={text.form} isLarge>
        <Field name="reference" label={batchWords.reference} hint={batchWords.referenceHint} value={reference} />
        <Field name="file" label={text.file} type="file" isOptional />
        <Area name="lines" label={text.text} hint={text.textHint} />
        <button type="submit">{text.check}</button>
      </Form>
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}
