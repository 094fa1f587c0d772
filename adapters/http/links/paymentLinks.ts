import { type Caller, isRefusal, longestLinkMs, malformedFields } from '../../../core/sente.ts'
import { linkData } from '../../formats/link.ts'
import type { Context } from '../answers/context.ts'
import { type HttpAnswer, linksPath } from '../answers/envelope.ts'
import { type Endpoint, type EndpointDeps, identifiedHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { cursorOf, limitOf, nextCursor, usualLimit } from '../request/cursor.ts'
import { queryOf, queryReader } from '../request/query.ts'
import { linkBodyRefusals, linkBodySchema, readLink } from './linkBody.ts'
import { createdLinkSchema, linkExample, linkSchema } from './linkSchemas.ts'

const { read, parameters } = queryReader({
  limit: limitOf('links'),
  cursor: cursorOf('^[0-9a-f-]{36}$', linkExample.payment_link_id),
})

const linksSchema = all('PaymentLinks', 'A page of payment links, newest first.', {
  payment_links: { type: 'array', items: linkSchema, description: 'The links of the page.' },
  next_cursor: nextCursor,
})

/** The caller's payment links, and a new one. */
export const paymentLinks: Endpoint = {
  path: linksPath,
  methods: ['GET', 'POST'],
  acts: ['link.list', 'link.create'],
  openapi: {
    GET: {
      id: 'listPaymentLinks',
      tag: 'Payment links',
      summary: 'List payment links',
      description: 'The links of the account, newest first, by page.',
      parameters,
      answers: {
        200: {
          description: 'A page of links.',
          content: jsonSuccess('Payment links found', linksSchema, { payment_links: [linkExample], next_cursor: null }),
        },
      },
      refusals: [...callerRefusals, 'request_aborted', 'malformed_fields'],
    },
    POST: {
      id: 'createPaymentLink',
      tag: 'Payment links',
      summary: 'Make a payment link',
      description:
        'A page on which a customer enters a phone number and is asked to pay. Each payment through it is a collection whose reference begins with that of the link.',
      body: {
        schema: linkBodySchema,
        example: {
          reference: 'order-17',
          amount: 5000,
          currency: 'UGX',
          description: linkExample.description,
          return_url: linkExample.return_url,
        },
      },
      answers: {
        201: {
          description: 'The link was made.',
          content: jsonSuccess('Payment link created', createdLinkSchema, linkExample),
        },
      },
      refusals: [
        ...callerRefusals,
        ...linkBodyRefusals,
        'currency_not_supported',
        'amount_below_minimum',
        'amount_above_maximum',
        'amount_too_precise',
        'currency_not_activated',
        'duplicate_link',
      ],
    },
  },
  handler: (deps) =>
    identifiedHandler(deps, (caller, ctx) =>
      ctx.method === 'POST' ? create({ caller, ctx }, deps) : deps.queued(ctx, () => page({ caller, ctx }, deps)),
    ),
}

const dayMs = 24 * 3_600_000

type Asked = { readonly caller: Caller; readonly ctx: Context }

async function create({ caller, ctx }: Asked, deps: EndpointDeps): Promise<HttpAnswer> {
  const { links, queued, urlOf } = deps
  const sent = await readLink(ctx, deps)
  if (isRefusal(sent)) return sent
  const created = await queued(ctx, () => links.createLink({ caller, request: sent.request }))
  if (!created)
    return malformedFields([`expires_at must be in the future, and at most ${longestLinkMs / dayMs} days from now`])
  if (isRefusal(created)) return created
  const { link, token } = created
  const used = link.uses === null ? null : 0
  const data = linkData({ link, used, state: 'open', token }, urlOf(ctx.req))
  return { status: 201, message: 'Payment link created', data }
}

async function page(
  { caller, ctx }: Asked,
  { links, urlOf }: Pick<EndpointDeps, 'links' | 'urlOf'>,
): Promise<HttpAnswer> {
  const given = read(queryOf(ctx.originalUrl))
  if (isRefusal(given)) return given
  const { limit = usualLimit, cursor } = given
  const found = await links.listLinks({ caller, limit, ...(cursor !== undefined && { before: cursor }) })
  if (isRefusal(found)) return found
  const shown = found.links.map((link) => linkData(link, urlOf(ctx.req)))
  const data = { payment_links: shown, next_cursor: found.next }
  return { status: 200, message: 'Payment links found', data }
}
