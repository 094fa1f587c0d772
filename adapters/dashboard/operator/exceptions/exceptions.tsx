import { type Bucket, type ExceptionPage, exceptions, networkNames } from '../../../../core/sente.ts'
import { Form } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Choice } from '../../parts/fields.tsx'
import { NextPage } from '../../parts/filters.tsx'
import { named } from '../../request/named.ts'
import { words } from '../../words.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { ExceptionTable, exceptionsPath } from './table.tsx'
import { exceptionWords } from './words.ts'

/** The differences found in comparisons with all networks' files, filtered by the URL. */
export function exceptionsPage({ listExceptions, market, clock }: OperatorDeps): Page {
  return {
    path: exceptionsPath,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async ({ user }) => {
        const given = (name: string) => asked.query.get(name)?.trim() || undefined
        const networks = networkNames(market)
        const network = networks.find((one) => one === given('network'))
        const bucket = exceptions.find((one) => one === given('bucket'))
        const owner = named({ me: user.name, nobody: null }, given('owner'))
        const before = placeIn(given('before'))
        const found = await listExceptions({
          isOpen: given('state') !== 'ended',
          ...(network && { network }),
          ...(bucket && { bucket }),
          ...(owner !== undefined && { owner }),
          ...(before && { before }),
          limit: perPage,
        })
        return list(asked.query, found, { networks, nowMs: clock.nowMs() })
      }),
  }
}

const perPage = 50

/** The place of an exception in the URL. */
function placeIn(given = ''): { readonly runId: string; readonly item: number } | undefined {
  const [, runId, item] = /^([0-9a-f-]{36})\.([0-9]{1,15})$/.exec(given) ?? []
  return runId === undefined ? undefined : { runId, item: Number(item) }
}

type About = { readonly networks: readonly string[]; readonly nowMs: number }

function list(query: URLSearchParams, { found, next }: ExceptionPage, { networks, nowMs }: About): Shown {
  const text = exceptionWords.list
  const value = (name: string) => query.get(name) ?? undefined
  const all = ['', text.all] as const
  const bucketName = (bucket: Bucket) => [bucket, exceptionWords.buckets[bucket]] as const
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>{text.hint}</p>
      <Form to={exceptionsPath} method="get" class="flow" label={text.filters}>
        <Choice name="state" label={text.state} options={text.states} value={value('state')} />
        <Choice
          name="network"
          label={text.network}
          options={[all, ...networks.map((one) => [one, one] as const)]}
          value={value('network')}
        />
        <Choice
          name="bucket"
          label={text.bucket}
          options={[all, ...exceptions.map(bucketName)]}
          value={value('bucket')}
        />
        <Choice name="owner" label={text.owner} options={text.owners} value={value('owner')} />
        <button type="submit">{words.filters.submit}</button>
      </Form>
      {found.length === 0 ? <p>{text.none}</p> : <ExceptionTable of={found} nowMs={nowMs} />}
      <NextPage path={exceptionsPath} query={query} next={next && `${next.runId}.${next.item}`} />
    </>
  )
  return { title: text.title, main }
}
