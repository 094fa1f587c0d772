import { Ajv2020 } from 'ajv/dist/2020.js'
import { at } from './document.ts'

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
}

/** Validates values against the schema under a pointer; returns the errors. */
export type Validate = (pointer: string, value: unknown) => string[]

type Compiled = NonNullable<ReturnType<Ajv2020['getSchema']>>

/** Makes the validator of a document's schemas; equal ones are compiled once. */
export function validator(document: object): Validate {
  const quick = { inlineRefs: false, code: { optimize: false } }
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, formats, ...quick })
  ajv.addSchema(document, 'api')
  const [byPointer, byText] = [new Map<string, Compiled>(), new Map<string, Compiled>()]
  function compiled(pointer: string): Compiled | undefined {
    const text = JSON.stringify(at(document, pointer))
    const validate = byText.get(text) ?? ajv.getSchema(`api${encodeURI(pointer)}`)
    if (!validate) return undefined
    byPointer.set(pointer, validate)
    byText.set(text, validate)
    return validate
  }
  return (pointer, value) => {
    const validate = byPointer.get(pointer) ?? compiled(pointer)
    if (!validate) return [`there is no schema under ${pointer}`]
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].filter(Boolean).join(' '),
    )
  }
}

/** A document whose objects have no other properties than those described. */
export function closed<Document>(document: Document): Document {
  return close(document) as Document
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]))
  const isObject = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner)
  return isObject ? { ...inner, additionalProperties: false } : inner
}
