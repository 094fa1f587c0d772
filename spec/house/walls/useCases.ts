import { join } from 'node:path'
import ts from 'typescript'
import { projectFolder, type SourceFile } from '../../sourceTree.ts'

/** Use cases that keep state between calls, and so return several functions instead of one. */
const services = ['calendar', 'fileRows', 'floatWatch', 'followUp', 'keyUses', 'channelWatch', 'payBatches']

/** A port of another use case, and the use cases of commands with two stores or a closed one. */
const aside = ['collectThroughLink', 'moveBooks', 'restoreBooks', 'declareMoved']

/**
 * The exported functions of the core's door that are neither helpers nor of the form `useCase(ports)(request)`, each
 * with its error.
 */
export function misshapenUseCases(files: readonly SourceFile[]): string[] {
  const { door, checker } = programOf(files)
  const exported = checker.getExportsOfModule(door).map((symbol) => resolved(symbol, checker))
  return exported.flatMap((symbol) => {
    const [signature, ...overloads] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    if (!signature || isHelper(signature, checker)) return []
    const { name } = symbol
    const type = exported.find((other) => other.name === `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    const made = signature.getReturnType()
    if (overloads.length > 0 || !takesOneObject(signature, checker))
      return [`${name} does not take one object of ports`]
    if (!type || checker.getDeclaredTypeOfSymbol(type) !== made)
      return [`${name} does not make a function of its own name`]
    const functions = services.includes(name) ? methodsOf(made, checker) : [made]
    const isRight = functions.every((one) => one.getCallSignatures().some((call) => takesARequest(call, name, checker)))
    return isRight ? [] : [`${name} does not make a function of one request`]
  })
}

/** The exported use cases that are not in exactly one subject's object. */
export function strayUseCases(files: readonly SourceFile[]): string[] {
  const { door, checker } = programOf(files)
  const exported = checker.getExportsOfModule(door).map((symbol) => resolved(symbol, checker))
  const listed = exported
    .filter(({ name }) => /^[a-z]\w*UseCases$/.test(name))
    .flatMap((subject) => checker.getPropertiesOfType(checker.getTypeOfSymbol(subject)).map(({ name }) => name))
  const useCases = exported.filter((symbol) => {
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
    return signature !== undefined && !isHelper(signature, checker)
  })
  return useCases.flatMap(({ name }) => {
    const subjects = listed.filter((one) => one === name).length
    return subjects === 1 || [...services, ...aside].includes(name) ? [] : [`${name} is in ${subjects} subjects`]
  })
}

/** Whether a function returns a plain value or a list: no function, and nothing with methods, such as a promise. */
function isHelper(signature: ts.Signature, checker: ts.TypeChecker): boolean {
  const handed = signature.getReturnType()
  return (
    checker.isArrayType(handed) || (handed.getCallSignatures().length === 0 && methodsOf(handed, checker).length === 0)
  )
}

function methodsOf(type: ts.Type, checker: ts.TypeChecker): ts.Type[] {
  if (!(type.flags & ts.TypeFlags.Object)) return []
  return checker
    .getPropertiesOfType(type)
    .map((property) => checker.getTypeOfSymbol(property))
    .filter((property) => property.getCallSignatures().length > 0)
}

function takesOneObject({ parameters }: ts.Signature, checker: ts.TypeChecker): boolean {
  const [only, ...others] = parameters.map((parameter) => checker.getTypeOfSymbol(parameter))
  const isObject = only !== undefined && (only.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
  return isObject && others.length === 0 && only.getCallSignatures().length === 0
}

/** Whether a function takes one object, or nothing; a service's functions may take one value of any kind. */
function takesARequest(call: ts.Signature, name: string, checker: ts.TypeChecker): boolean {
  if (call.parameters.length === 0 || takesOneObject(call, checker)) return true
  return services.includes(name) && call.parameters.length === 1
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** The library of TypeScript, which is read once. */
const libraries = new Map<string, ts.SourceFile | undefined>()

function programOf(files: readonly SourceFile[]): { door: ts.Symbol; checker: ts.TypeChecker } {
  const texts = new Map(files.map(({ path, text }) => [join(projectFolder, path), text]))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.getSourceFile = (path, ...how) => {
    if (texts.has(path)) return getSourceFile(path, ...how)
    if (!libraries.has(path)) libraries.set(path, getSourceFile(path, ...how))
    return libraries.get(path)
  }
  const path = join(projectFolder, 'core', 'sente.ts')
  const program = ts.createProgram([path], options, host)
  const source = program.getSourceFile(path)
  const checker = program.getTypeChecker()
  const door = source && checker.getSymbolAtLocation(source)
  if (!door) throw new Error('core/sente.ts exports nothing')
  return { door, checker }
}
