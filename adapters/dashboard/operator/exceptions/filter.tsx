import {
  type Bucket,
  type ExceptionQuery,
  exceptions,
  type FileDirection,
  type Market,
  networkNames,
} from '../../../../core/sente.ts'
import type { Asked, Visitor } from '../../asked.ts'
import { Form } from '../../layout/links.tsx'
import { Choice, Field } from '../../parts/fields.tsx'
import { DayFields, daysIn } from '../../parts/filters.tsx'
import { named } from '../../request/named.ts'
import { words } from '../../words.ts'
import { rowWords } from '../parts/words.ts'
import { exceptionsPath } from './table.tsx'
import { exceptionWords } from './words.ts'

/** The filter of exceptions in a URL, and the problem of a value in it that can't be understood. */
export type ExceptionFilter = {
  readonly query: Omit<ExceptionQuery, 'limit' | 'before'>
  readonly problem: string | undefined
}

/** Reads the filter of exceptions for a user. */
export function exceptionFilterIn(
  { query, today }: Pick<Asked, 'query' | 'today'>,
  { user }: Pick<Visitor, 'user'>,
  market: Market,
): ExceptionFilter {
  const given = (name: string) => query.get(name)?.trim() || undefined
  const network = networkNames(market).find((one) => one === given('network'))
  const bucket = exceptions.find((one) => one === given('bucket'))
  const [direction, why] = [directions.find((one) => one === given('direction')), given('why')]
  const owner = named({ me: user.name, nobody: null }, given('owner'))
  const { fromMs, toMs, problem } = daysIn(query, today)
  return {
    query: {
      isOpen: given('state') !== 'ended',
      ...(network !== undefined && { network }),
      ...(bucket && { bucket }),
      ...(direction && { direction }),
      ...(why !== undefined && { why }),
      ...(owner !== undefined && { owner }),
      ...(fromMs !== undefined && { fromMs }),
      ...(toMs !== undefined && { toMs }),
    },
    problem,
  }
}

const directions: readonly FileDirection[] = ['in', 'out', 'between']

/** The filters above the list of exceptions. */
export function ExceptionFilters({ query, market }: { readonly query: URLSearchParams; readonly market: Market }) {
  const text = exceptionWords.list
  const value = (name: string) => query.get(name) ?? undefined
  const all = ['', text.all] as const
  const bucketName = (bucket: Bucket) => [bucket, rowWords.buckets[bucket]] as const
  const directionName = (one: FileDirection) => [one, exceptionWords.directions[one]] as const
  const networks = networkNames(market).map((one) => [one, one] as const)
  return (
    <Form to={exceptionsPath} method="get" class="flow" label={text.filters}>
      <Choice name="state" label={text.state} options={text.states} value={value('state')} />
      <Choice name="network" label={text.network} options={[all, ...networks]} value={value('network')} />
      <Choice
        name="bucket"
        label={text.bucket}
        options={[all, ...exceptions.map(bucketName)]}
        value={value('bucket')}
      />
      <Choice
        name="direction"
        label={text.direction}
        options={[all, ...directions.map(directionName)]}
        value={value('direction')}
      />
      <Field name="why" label={text.why} value={value('why')} isOptional />
      <Choice name="owner" label={text.owner} options={text.owners} value={value('owner')} />
      <DayFields query={query} />
      <button type="submit">{words.filters.submit}</button>
    </Form>
  )
}
