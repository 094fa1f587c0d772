import { envelopeOf } from '../answers/envelope.ts'
import { errorCodes, exampleOf, helpOn } from '../answers/errors/help.ts'
import { retries } from '../answers/errors/helpForm.ts'
import { problemOf, problemType } from '../answers/errors/problem.ts'
import type { ErrorCode } from '../answers/errors/refusals.ts'
import { refusedLinesSchema, warningsSchema } from './batchSchemas.ts'
import type { DocumentedAnswer } from './operation.ts'
import { literal, type Schema } from './schema.ts'

const errorSchema: Schema = {
  title: 'Error',
  description: 'Every error has this form; the header Error-Code names it for programs.',
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { ...literal('error'), description: 'Distinguishes an error from a success.' },
    message: { type: 'string', description: 'The error, for people.' },
    data: {
      type: 'object',
      description:
        'Present only with two errors of batches: with `batch_refused` its refused lines, with `repeats_unconfirmed` its warnings.',
      properties: { lines: refusedLinesSchema, warnings: warningsSchema },
    },
  },
}

const known = { type: 'string', enum: ['yes', 'no', 'unknown'] }

const retryMeanings = Object.entries(retries).map(([retry, meaning]) => `\`${retry}\`: ${meaning}`)

const properties = {
  type: { type: 'string', description: 'The path of the page about the error.' },
  title: { type: 'string', description: 'The error in a few words, the same for every error with this code.' },
  status: { type: 'integer', description: 'The HTTP status.' },
  detail: { type: 'string', description: 'The error of this request.' },
  code: {
    title: 'ErrorCode',
    type: 'string',
    enum: errorCodes,
    description: 'The code of the error, for programs, as in the header Error-Code.',
  },
  transaction_id: {
    type: ['string', 'null'],
    description: 'The recorded transaction, or the one that has used the reference; null if there is none.',
  },
  money_moved: { ...known, description: 'Whether this request has moved money.' },
  reference_used: { ...known, description: 'Whether the reference of the request is used up.' },
  retry: {
    type: 'string',
    enum: Object.keys(retries),
    description: `Whether and how to send the request again. ${retryMeanings.join(' ')}`,
  },
}

const { detail: _, transaction_id: __, ...ofCode } = properties

/** The properties of a problem that depend on its code alone. */
export const listedProperties: Readonly<Record<string, Schema>> = ofCode

/** The schema of an error in the form of RFC 9457. */
export const problemSchema: Schema = {
  title: 'Problem',
  description: 'The form of errors by RFC 9457, for clients that name its type in the header Accept.',
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, lines: refusedLinesSchema, warnings: warningsSchema },
}

/** The forms of an answer that may have some of the errors, by media type. */
export function errorContent(codes: readonly ErrorCode[], method: string): NonNullable<DocumentedAnswer['content']> {
  const examples = (bodyOf: (code: ErrorCode) => unknown) =>
    Object.fromEntries(codes.map((code) => [code, { summary: helpOn(code).toDo, value: bodyOf(code) }]))
  return {
    'application/json': { schema: errorSchema, examples: examples((code) => envelopeOf(exampleOf(code)).body) },
    [problemType]: { schema: problemSchema, examples: examples((code) => problemOf(exampleOf(code), { method })) },
  }
}
