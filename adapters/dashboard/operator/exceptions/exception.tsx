import {
  type Change,
  type EntryNote,
  isRefusal,
  type RowClass,
  rowClasses,
  type StandingEntry,
} from '../../../../core/sente.ts'
import { readStoredNumber } from '../../../written/phoneNumber.ts'
import type { Visitor } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import type { Answer, Page } from '../../page.ts'
import { asRefused, type Refusing } from '../../parts/fields.tsx'
import type { Form } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import { decide } from '../decisions/decide.ts'
import { numberIn } from '../decisions/proposed.tsx'
import { decisionWords } from '../decisions/words.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { namesOf } from '../parts/names.tsx'
import { rowWords } from '../parts/words.ts'
import type { Notice } from './about.ts'
import { ExceptionDetails } from './details.tsx'
import { exceptionsPath } from './table.tsx'

type EntryKey = { readonly runId: string; readonly item: number }

/** One exception with both of its sides, and an operator's decisions about it. */
export function exceptionPages(deps: OperatorDeps): readonly Page[] {
  const { findEntry, books, findAccount, listProposals, clock, market, assignEntryAsOperator } = deps

  async function shown(key: EntryKey, notice: Notice): Promise<Answer> {
    const found = await findEntry(key)
    if (isRefusal(found)) return errorPage('notFound')
    const { entry } = found
    const id = entry.transactionId ?? entry.resolved?.transactionId
    const transaction = id ? await books.transaction(id) : undefined
    const names = await namesOf(findAccount, transaction ? [transaction] : [])
    const waiting = (await listProposals()).find(({ change }) => isAbout(change, key))
    const about = { ...found, transaction, names, waiting, nowMs: clock.nowMs() }
    return {
      title: rowWords.buckets[entry.bucket],
      main: <ExceptionDetails of={about} notice={notice} />,
      ...asRefused(notice.refused),
    }
  }

  /** A form of the page, and its work. A refusal is shown on the page. */
  function taking(
    name: string,
    take: (operator: Visitor, key: EntryKey, form: Form) => Promise<{ refused: Refusing } | { to: string }>,
  ): Page {
    return {
      path: `${path}/${name}`,
      access: name === 'assign' ? 'operator.assign' : 'operator.decide',
      take: (asked, form) =>
        asOperator(asked, async (operator): Promise<Answer> => {
          const key = keyOf(asked.params)
          if (isRefusal(await findEntry(key))) return errorPage('notFound')
          const done = await take(operator, key, form)
          return 'refused' in done ? shown(key, { refused: done.refused, name, form }) : { seeOther: done.to }
        }),
    }
  }

  /** A form that requests a change, which may require two people. */
  function changing(
    name: string,
    changeOf: (entry: StandingEntry, key: EntryKey, form: Form) => Promise<Change | { refused: Refusing }>,
  ): Page {
    return taking(name, async (operator, key, form) => {
      const found = await findEntry(key)
      if (isRefusal(found)) return { refused: refusing(found) }
      const change = await changeOf(found.entry, key, form)
      if ('refused' in change) return change
      const decided = await decide(deps, operator, { form, change })
      if ('refused' in decided) return decided
      if ('proposal' in decided) return { to: `/operator/proposals/${decided.proposal}` }
      const [left] = decided.made.decided?.left ?? []
      return left ? { refused: decisionWords.proposal.left(left.item, left.because) } : { to: doneAt(key, 'decided') }
    })
  }

  return [
    {
      path,
      access: 'operator.look',
      show: (asked) =>
        asOperator(asked, () => shown(keyOf(asked.params), { done: asked.query.get('done') ?? undefined })),
    },
    taking('assign', async (who, key, form) => {
      const because = form.text('because') || undefined
      const done = await assignEntryAsOperator({ who, ...key, owner: form.text('owner'), because })
      return isRefusal(done) ? { refused: refusing(done) } : { to: doneAt(key, 'assigned') }
    }),
    changing('record', async ({ currency }, key, form) => {
      const [accountId, reference, written] = [form.text('account'), form.text('reference'), form.text('phone_number')]
      const number = written === '' ? {} : await readStoredNumber(written, market, currency)
      if ('problem' in number) return { refused: { field: 'phone_number', message: `“${written}” ${number.problem}` } }
      const given = {
        ...number,
        ...filledIn(form, 'refundOf', 'refund_of'),
        ...anotherThanIn(form),
      }
      return { kind: 'reconcile.record', request: { ...key, accountId, reference, ...given } }
    }),
    changing('classify', async (_, key, form) => {
      const as: RowClass = rowClasses.find((one) => one === form.text('as')) ?? 'other'
      const product = (['disbursement', 'collection'] as const).find((one) => one === form.text('product'))
      const named = { ...(product && { product }), ...filledIn(form, 'reference', 'reference'), ...anotherThanIn(form) }
      return { kind: 'reconcile.classify', request: { ...key, as, ...named } }
    }),
    changing('resolve', async ({ bucket }, { runId, item }, form) => {
      const endPayments = form.text('end') === 'yes'
      return { kind: 'reconcile.resolve', request: { runId, items: [item], buckets: [bucket], endPayments } }
    }),
  ]
}

const path = `${exceptionsPath}/:run/:item`

function keyOf({ run = '', item }: Readonly<Record<string, string | undefined>>): EntryKey {
  return { runId: run, item: numberIn(item) }
}

function doneAt({ runId, item }: EntryKey, done: 'assigned' | 'decided'): string {
  return `${exceptionsPath}/${runId}/${item}?done=${done}`
}

/** A part of a request that is present only if its field was filled in. */
function filledIn<Name extends string>(form: Form, name: Name, field: string): { readonly [Key in Name]?: string } {
  return form.text(field) === '' ? {} : ({ [name]: form.text(field) } as { readonly [Key in Name]: string })
}

/** The record that a row is said to differ from; present only if the field was filled in. */
function anotherThanIn(form: Form): { readonly anotherThan?: readonly string[] } {
  const anotherThan = form
    .text('another_than')
    .split(/\s+/)
    .filter((one) => one !== '')
  return anotherThan.length === 0 ? {} : { anotherThan }
}

/** Whether a change concerns an exception. */
function isAbout({ request }: Change, { runId, item }: Pick<EntryNote, 'runId' | 'item'>): boolean {
  if (!('runId' in request) || request.runId !== runId) return false
  if ('item' in request) return request.item === item
  return 'items' in request && (request.items?.includes(item) ?? false)
}
