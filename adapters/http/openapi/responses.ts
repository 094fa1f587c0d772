import type { KeyScope } from '../../../core/sente.ts'
import { exampleOf, helpOn } from '../answers/errors/help.ts'
import { type ErrorCode, statusOf } from '../answers/errors/refusals.ts'
import { commonHeaderNames, errorHeaders, headerNamesOverTls } from './answerHeaders.ts'
import type { DocumentedAnswer, Operation } from './operation.ts'
import { errorContent } from './problemSchema.ts'

/** The errors of any request, under any path. */
const anywhere = [
  'malformed_request',
  'headers_too_large',
  'request_timeout',
  'method_not_allowed',
  'internal_error',
] as const

/** The answers of an operation by status; its method is in upper case. */
export function responsesOf(
  { answers, refusals }: Operation,
  { method, scope }: { readonly method: string; readonly scope: KeyScope | null },
): Record<string, object> {
  const codes = [...new Set<ErrorCode>([...refusals, ...anywhere])]
  const statuses = [...new Set(codes.map((code) => statusOf(exampleOf(code))))]
  const limits = scope === null ? {} : { RateLimit: false, 'RateLimit-Policy': false }
  const granted = Object.entries(answers).map(([status, answer]) => [
    status,
    responseOf({ ...answer, headers: { ...limits, ...answer.headers } }),
  ])
  const refused = statuses.map((status) => [
    status,
    errorResponse(
      codes.filter((code) => statusOf(exampleOf(code)) === status),
      limits,
      method,
    ),
  ])
  return Object.fromEntries([...granted, ...refused])
}

function responseOf({ description, headers = {}, content }: DocumentedAnswer): object {
  const common: Record<string, boolean> = Object.fromEntries([
    ...commonHeaderNames.map((name) => [name, true]),
    ...headerNamesOverTls.map((name) => [name, false]),
  ])
  return {
    description,
    headers: Object.fromEntries(
      Object.entries({ ...common, ...headers }).map(([name, isAlways]) => [name, headerRef(name, isAlways)]),
    ),
    ...(content && { content }),
  }
}

/** A header that is always sent has a component of its own, which requires it. */
function headerRef(name: string, isAlways: boolean): object {
  return { $ref: `#/components/headers/${name}${isAlways ? '' : '.optional'}` }
}

function errorResponse(codes: readonly ErrorCode[], limits: Record<string, boolean>, method: string): object {
  const response = responseOf({
    description: codes.map((code) => `\`${code}\`: ${helpOn(code).happened}`).join('\n\n'),
    headers: { ...errorHeaders(codes), ...limits },
    content: errorContent(codes, method),
  }) as { headers: object }
  return {
    ...response,
    headers: { ...response.headers, 'Error-Code': errorCodeHeader(codes) },
  }
}

function errorCodeHeader(codes: readonly ErrorCode[]): object {
  return {
    description: 'The code of the error, for programs.',
    required: true,
    schema: { type: 'string', enum: codes },
    example: codes[0],
  }
}
