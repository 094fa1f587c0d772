import { apiDescription, at, type DescribedResponse, escaped, operationsOf, type Placed } from './document.ts'
import { closed, validator } from './validator.ts'

/** The request; the path may have a query. */
export type Call = { readonly method: string; readonly path: string }

/** The answer. */
export type HttpAnswer = { readonly status: number; readonly headers: Record<string, string>; readonly text: string }

/** Headers of HTTP itself, not of the API. */
const transport = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']

const validate = validator(closed(apiDescription))
const operations = operationsOf(apiDescription)

/**
 * The parts of an answer that the served description does not declare; empty when all are declared. Without a known
 * request, some operation has to declare the answer.
 */
export function undeclared(call: Call | undefined, answer: HttpAnswer): string[] {
  if (call) return problemsWith(placeOf(call), call, answer)
  const anyone = ['GET', 'HEAD'].flatMap((method) =>
    operations.map((placed) => problemsWith(placed, { method, path: placed.path }, answer)),
  )
  return anyone.find((problems) => problems.length === 0) ?? ['no operation declares this answer']
}

/** The requested operation; for another method, the errors of the first one under its path. */
function placeOf({ method, path }: Call): Placed | undefined {
  const [bare = ''] = path.split('?')
  const here = operations.filter((placed) => patternOf(placed.path).test(bare))
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  const [first] = here
  if (!first) return errorsOf(operations.find((placed) => placed.path === '/errors/{code}'))
  return here.find((placed) => placed.method === name) ?? errorsOf(first)
}

function patternOf(path: string): RegExp {
  const slashes = path.startsWith('/api/') ? '/*' : ''
  return new RegExp(`^${slashes}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

function errorsOf(placed: Placed | undefined): Placed | undefined {
  if (!placed) return undefined
  const responses = Object.entries(placed.operation.responses).filter(([status]) => Number(status) >= 400)
  return { ...placed, operation: { ...placed.operation, responses: Object.fromEntries(responses) } }
}

function problemsWith(placed: Placed | undefined, call: Call, answer: HttpAnswer): string[] {
  const response = placed?.operation.responses[answer.status]
  if (!placed || !response) return [`the status ${answer.status} is not declared`]
  const pointer = `#/paths/${escaped(placed.path)}/${placed.method}/responses/${answer.status}`
  return [...headerProblems(response, pointer, answer), ...bodyProblems(response, pointer, call, answer)]
}

function headerProblems(response: DescribedResponse, pointer: string, answer: HttpAnswer): string[] {
  const declared = Object.entries(response.headers).map(([name, header]) => {
    const target = '$ref' in header ? String(header.$ref) : `${pointer}/headers/${escaped(name)}`
    return { name: name.toLowerCase(), target, ...(at(apiDescription, target) as { required?: boolean }) }
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

function bodyProblems({ content }: DescribedResponse, pointer: string, call: Call, answer: HttpAnswer): string[] {
  if (!content || call.method === 'HEAD') return answer.text === '' ? [] : ['a body is not declared']
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
  if (!(type in content)) return [`the type ${type} is not declared`]
  if (!type.endsWith('json')) return []
  return validate(`${pointer}/content/${escaped(type)}/schema`, JSON.parse(answer.text))
}
