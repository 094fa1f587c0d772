/**
 * Pages for people: the browser's view for account holders, operators and payers. They are complete without a script,
 * and call the use cases that the API and the commands call.
 *
 * @module
 */

import Router from '@koa/router'
import type { Context, PageState } from './asked.ts'
import { answerAsset, assetPath } from './assets/assets.ts'
import { brokenPage } from './layout/errors.tsx'
import type { Page } from './page.ts'
import { answer, type HandlingDeps, handle, refuse } from './request/handle.ts'

export type { Visitor } from './asked.ts'
export type { Page } from './page.ts'

/** The pages, for the server of the merchants' API. */
export type Pages = {
  /** Whether a path belongs to the pages. */
  readonly take: (path: string) => boolean
  /** Answers a request to such a path. */
  readonly serve: (ctx: Context) => Promise<void>
  /** Answers a request that an error broke. */
  readonly apologize: (ctx: Context) => void
}

/** Serves these pages. */
export function servePages(deps: HandlingDeps, pages: readonly Page[]): Pages {
  const router = new Router<PageState>({ sensitive: true, strict: true })
  router.get(`${assetPath}/:name`, async (ctx) => {
    if (!answerAsset(ctx, ctx.params.name)) await refuse(ctx, deps, 'notFound')
  })
  const shown = new Router({ sensitive: true, strict: true })
  for (const page of pages) if (page.show) shown.get(page.path, () => {})
  const isShown = (path: string) => shown.match(path, 'GET').route
  for (const page of pages) router.register(page.path, ['GET', 'POST'], handle({ ...deps, isShown }, page))
  const routes = router.routes()
  const roots = new Set([assetPath, ...pages.map(({ path }) => path)].map(rootOf))
  return {
    take: (path) => roots.has(rootOf(path)),
    serve: (ctx) => routes(ctx as Parameters<typeof routes>[0], () => refuse(ctx, deps, 'notFound')),
    apologize: (ctx) => answer(ctx, deps, undefined, brokenPage(ctx.state.requestId)),
  }
}

/** The first part of a path, such as `/dashboard`. */
function rootOf(path: string): string {
  return /^\/[^/]*/.exec(path)?.[0] ?? ''
}
