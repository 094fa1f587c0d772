import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { Books } from '../../../core/sente.ts'

/** OpenTelemetry's name for a database. */
export type Database = 'sqlite' | 'postgresql'

/** Makes a wrapper of books with a span for each step, from its request until it is durable. */
export function stepSpans(tracer: Tracer, database: Database): (books: Books) => Books {
  const attributes = { 'db.system.name': database, 'db.operation.name': 'step' }
  // SQLite is in this process.
  const kind = database === 'sqlite' ? SpanKind.INTERNAL : SpanKind.CLIENT
  return (books) => ({
    ...books,
    async atomically(scope, step) {
      const span = tracer.startSpan('step', { kind, attributes })
      try {
        return await books.atomically(scope, step)
      } catch (error) {
        // Its message may contain private data.
        span.setAttribute('error.type', error instanceof Error ? error.name : '_OTHER')
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
  })
}
