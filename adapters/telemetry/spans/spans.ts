import { ProxyTracerProvider, type Tracer, trace } from '@opentelemetry/api'
import type { Books, MobileProvider } from '../../../core/sente.ts'
import { exchangeSpans } from './exchanges.ts'
import { postSpans, type WithPosts } from './posts.ts'
import { type Around, requestSpans } from './requests.ts'
import { type Database, stepSpans } from './steps.ts'

/** The spans of a gateway. Like its metrics, they are made outside the rules, at the place of each action. */
export type Spans = {
  readonly aroundRequest: Around
  withExchanges(provider: MobileProvider): MobileProvider
  withSteps(books: Books): Books
  readonly withPosts: WithPosts
}

/** Makes spans if a tracing SDK was loaded before this process. Otherwise undefined, so that they cost nothing. */
export function openSpans(database: Database): Spans | undefined {
  if (!isLoaded()) return undefined
  const tracer: Tracer = trace.getTracer('sente')
  return {
    aroundRequest: requestSpans(tracer),
    withExchanges: exchangeSpans(tracer),
    withSteps: stepSpans(tracer, database),
    withPosts: postSpans(tracer),
  }
}

/** Without an SDK the API has a provider of its own, which makes no tracers. */
function isLoaded(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('sente') !== undefined
}
