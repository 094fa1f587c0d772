import type { Router } from '@koa/router'
import type { Context } from 'koa'
import type { SimulatedAnswer } from '../transport/answer.ts'
import { mtnAccess } from './access.ts'
import { badRequest, coded, sendMtn } from './answer.ts'
import type { ApiUser, ApiUsers } from './apiUsers.ts'
import { referenceFault, subscribedIn, unsubscribed } from './validation.ts'

/** Adds the sandbox's routes for API users and their keys. Each user belongs to the product of its subscription. */
export function addProvisioning(router: Router, users: ApiUsers): void {
  router.post('/v1_0/apiuser', (ctx) => sendMtn(ctx, create(ctx, users)))
  router.get('/v1_0/apiuser/:id', (ctx) =>
    sendMtn(
      ctx,
      ofUser(ctx, users, ({ providerCallbackHost }) => {
        const { targetEnvironment } = mtnAccess
        return { status: 200, body: { providerCallbackHost, targetEnvironment } }
      }),
    ),
  )
  router.post('/v1_0/apiuser/:id/apikey', (ctx) =>
    sendMtn(
      ctx,
      ofUser(ctx, users, (user) => ({ status: 201, body: { apiKey: users.newKey(user) } })),
    ),
  )
}

function create(ctx: Context, users: ApiUsers): SimulatedAnswer {
  const product = subscribedIn(ctx)
  if (!product) return unsubscribed(ctx)
  const id = ctx.get('X-Reference-Id').toLowerCase()
  const fault = referenceFault(id)
  if (fault) return fault
  const { providerCallbackHost } = (ctx.request.body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof providerCallbackHost !== 'string' || providerCallbackHost === '')
    return badRequest('providerCallbackHost must be a text.')
  if (users.find(id)) return coded('RESOURCE_ALREADY_EXIST')
  users.add({ id, product, providerCallbackHost })
  return { status: 201, body: '' }
}

function ofUser(ctx: Context, users: ApiUsers, answer: (user: ApiUser) => SimulatedAnswer): SimulatedAnswer {
  if (!subscribedIn(ctx)) return unsubscribed(ctx)
  const user = users.find((ctx.params.id ?? '').toLowerCase())
  return user ? answer(user) : coded('RESOURCE_NOT_FOUND')
}
