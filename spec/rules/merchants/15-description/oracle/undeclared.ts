import {
  type ApiDescription,
  apiDescription,
  at,
  type DescribedResponse,
  escaped,
  operationsOf,
  type Placed,
} from './document.ts'
import { closed, type Validate, validator } from './validator.ts'

/** What was asked; the path may have a query. */
export type Call = { readonly method: string; readonly path: string }

/** What was answered. */
export type HttpAnswer = { readonly status: number; readonly headers: Record<string, string>; readonly text: string }

/** What of an answer the description does not declare; empty when all of it is declared. */
type Undeclared = (call: Call | undefined, answer: HttpAnswer) => string[]

/** Headers of HTTP itself, which say nothing about the API. */
const transport = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']

/** Judges answers by a description. Where it is not known what was asked, some operation has to declare the answer. */
export function judge(description: ApiDescription): Undeclared {
  const validate = validator(closed(description))
  const operations = operationsOf(description)
  return (call, answer) => {
    if (call) return problemsWith(placeOf(call, operations), { call, answer, description, validate })
    const anyone = ['GET', 'HEAD'].flatMap((method) =>
      operations.map((placed) =>
        problemsWith(placed, { call: { method, path: placed.path }, answer, description, validate }),
      ),
    )
    return anyone.find((problems) => problems.length === 0) ?? ['no operation declares this answer']
  }
}

/** Judges answers by the description that the API serves. */
export const undeclared: Undeclared = judge(apiDescription)

/** The operation that was asked for; by another method the errors of the first one under its path. */
function placeOf({ method, path }: Call, operations: readonly Placed[]): Placed | undefined {
  const [bare = ''] = path.split('?')
  const here = operations.filter((placed) => patternOf(placed.path).test(bare))
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  const [first] = here
  if (!first) return errorsOf(operations.find((placed) => placed.path === '/errors/{code}'))
  return here.find((placed) => placed.method === name) ?? errorsOf(first)
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

function errorsOf(placed: Placed | undefined): Placed | undefined {
  if (!placed) return undefined
  const responses = Object.entries(placed.operation.responses).filter(([status]) => Number(status) >= 400)
  return { ...placed, operation: { ...placed.operation, responses: Object.fromEntries(responses) } }
}

type Given = { call: Call; answer: HttpAnswer; description: ApiDescription; validate: Validate }

function problemsWith(placed: Placed | undefined, given: Given): string[] {
  const { answer } = given
  const response = placed?.operation.responses[answer.status]
  if (!placed || !response) return [`the status ${answer.status} is not declared`]
  const pointer = `#/paths/${escaped(placed.path)}/${placed.method}/responses/${answer.status}`
  return [...headerProblems(response, pointer, given), ...bodyProblems(response, pointer, given)]
}

function headerProblems(response: DescribedResponse, pointer: string, given: Given): string[] {
  const { answer, description, validate } = given
  const declared = Object.entries(response.headers).map(([name, header]) => {
    const target = '$ref' in header ? String(header.$ref) : `${pointer}/headers/${escaped(name)}`
    return { name: name.toLowerCase(), target, ...(at(description, target) as { required?: boolean }) }
  })
  const names = [...transport, ...declared.map(({ name }) => name)]
  const strange = Object.keys(answer.headers).filter((name) => !names.includes(name))
  const absent = declared.filter(({ name, required }) => required && answer.headers[name] === undefined)
  const wrong = declared.flatMap(({ name, target }) => {
    const value = answer.headers[name]
    return value === undefined ? [] : validate(`${target}/schema`, value).map((problem) => `${name} ${problem}`)
  })
  return [
    ...strange.map((name) => `the header ${name} is not declared`),
    ...absent.map(({ name }) => `the header ${name} is missing`),
    ...wrong,
  ]
}

function bodyProblems({ content }: DescribedResponse, pointer: string, { call, answer, validate }: Given): string[] {
  if (!content || call.method === 'HEAD') return answer.text === '' ? [] : ['a body is not declared']
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
  if (!(type in content)) return [`the type ${type} is not declared`]
  if (!type.endsWith('json')) return []
  return validate(`${pointer}/content/${escaped(type)}/schema`, JSON.parse(answer.text))
}
