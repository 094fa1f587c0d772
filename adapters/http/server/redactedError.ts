import { parse } from 'node:querystring'
import type { Context } from '../answers/context.ts'
import { secretKeyOf } from '../caller/identifyCaller.ts'
import { queryOf } from '../request/query.ts'

/** The parts of an error that are logged. */
type RedactedError = {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
}

/**
 * An error in a form for the log: without properties that might hold the body, and with the private parts of the
 * request blanked out: keys, PIN, phone number and reference. For a callback, whose body may be anything, the whole
 * message is blanked out.
 */
export function redactedError(error: unknown, ctx?: Context): RedactedError {
  if (!(error instanceof Error)) return { name: typeof error, message: 'the thrown value is not an error' }
  const blank = blanking(ctx ? secretsOf(ctx, error) : [])
  return {
    name: error.name,
    message: blank(error.message),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.stack !== undefined && { stack: blank(error.stack) }),
  }
}

/** Replaces the longest texts first: a text that is part of another would leave the rest of it readable. */
function blanking(secrets: readonly string[]): (text: string) => string {
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((blanked, secret) => blanked.replaceAll(secret, '[hidden]'), text)
}

function secretsOf({ req, request, originalUrl, state }: Context, { message }: Error): string[] {
  const { apikey, reference, phone_number, pin } = (request.body ?? {}) as Record<string, unknown>
  const referenceInQuery = parse(queryOf(originalUrl)).reference
  return [secretKeyOf(req), apikey, reference, phone_number, pin]
    .concat(referenceInQuery, state.endpoint?.isOpaque ? message : [])
    .filter((text) => typeof text === 'string' && text !== '')
    .flatMap((text) => [String(text), JSON.stringify(text).slice(1, -1)])
}
