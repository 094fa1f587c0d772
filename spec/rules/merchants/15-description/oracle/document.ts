import { apiText } from '../../../../../adapters/http/routes.ts'

/** The description of an operation's answer. */
export type DescribedResponse = {
  readonly description: string
  readonly headers: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
}

/** The description of a parameter. */
export type DescribedParameter = {
  readonly in: 'path' | 'query'
  readonly name: string
  readonly required: boolean
  readonly schema: ParameterSchema
  readonly example?: string | number
}

/** The possible values of a parameter. */
type ParameterSchema = {
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

/** The description of an operation. */
export type Operation = {
  readonly operationId: string
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: object; example?: object }>> }
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

/** The parts of the description that tests read. */
export type ApiDescription = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** The description served by the API. */
export const apiDescription: ApiDescription = JSON.parse(apiText())

/** One operation with its path and method, and its place in the description. */
export type Placed = { readonly path: string; readonly method: string; readonly operation: Operation }

/** Every operation of a description. */
export function operationsOf({ paths }: ApiDescription): Placed[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** The value under a JSON pointer. */
export function at(document: object, pointer: string): unknown {
  const steps = pointer.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

/** A part of a JSON pointer. */
export function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}
