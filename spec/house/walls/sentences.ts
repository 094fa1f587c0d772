import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { pages, projectFolder, type SourceFile, sourcesIn, textOf } from '../../sourceTree.ts'

/** Folders whose prose is not held to the bounds yet. Finish a folder, and take it out. */
export const unfinished: readonly string[] = [
  'adapters/cli',
  'adapters/client',
  'adapters/dashboard',
  'adapters/http',
  'adapters/postgres',
  'adapters/providers',
  'adapters/sql',
  'adapters/telemetry',
  'composition/settings',
  'core/accounts',
  'core/books',
  'core/followUp',
  'core/model',
  'core/payments',
  'core/people',
  'core/personalData',
  'core/ports',
  'docs',
  'docs/decisions',
  'docs/operating',
  'examples/threeNodes',
]

/** Constructions that make a sentence hard to read, and the most of each in 1,000 words. */
const constructions = [
  { name: 'what', pattern: /\bwhat\b/gi, inThousandWords: 3 },
  { name: 'tell or told', pattern: /\b(tell|tells|telling|told)\b/gi, inThousandWords: 0.5 },
  {
    name: 'of which or the like',
    pattern: /\b(of|by|from|in|with|to|for|at|on) (which|whom|whose)\b/gi,
    inThousandWords: 0.5,
  },
  { name: 'those that', pattern: /\bthose (that|which|who)\b/gi, inThousandWords: 0.5 },
] as const

/** Written by programs, whose own texts are counted; or full of planted offences. */
const skipped = [
  'docs/rulebook.md',
  'docs/merchants/errors.md',
  'adapters/client/apiTypes.ts',
  'spec/house/walls/sentences.ts',
  'spec/house/walls/sentences.spec.ts',
]

/** Every page, and every source file. */
export function everyFile(): SourceFile[] {
  const beside = ['CONTRIBUTING.md', 'SECURITY.md'].map((path) => ({ path, text: textOf(path) }))
  const below = ['packages', 'examples', 'findings', 'ops'].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.md') && !/^packages\/\w+\/api\//.test(path))
      .map((path) => ({ path, text: textOf(path) })),
  )
  const folders = ['core', 'adapters', 'composition', 'spec', 'bench', 'packages', 'examples']
  return [...pages(), ...beside, ...below, ...sourcesIn(...folders)].filter(({ path }) => !skipped.includes(path))
}

/** The constructions that a file has more often than it may. A short file may have one of each. */
export function offencesOf(file: SourceFile): string[] {
  if (isShortOfAll(file)) return []
  const texts = proseOf(file)
  const isPage = file.path.endsWith('.md')
  const whole = texts.join('\n')
  const words = whole.match(/[\p{L}’']+/gu)?.length ?? 0
  const tooMany = constructions.flatMap(({ name, pattern, inThousandWords }) => {
    const count = whole.match(pattern)?.length ?? 0
    const most = Math.max(1, Math.floor((inThousandWords * words) / 1_000))
    return count > most ? [`${file.path} has ${name} ${count} times in ${words} words`] : []
  })
  const beginnings = texts.flatMap((text) => hardBeginnings(text, isPage))
  return [...tooMany, ...beginnings.map((sentence) => `${file.path} begins a sentence: ${sentence}`)]
}

/**
 * Whether a file, with its code, has too few of all constructions to break a bound. Most files do, which saves parsing
 * them.
 */
function isShortOfAll({ text }: SourceFile): boolean {
  return (
    !/\b(what|whoever|those)\b/i.test(text) &&
    constructions.every(({ pattern }) => (text.match(pattern)?.length ?? 0) <= 1)
  )
}

/** Sentences that begin with a word that hides their subject; a question may, and a cell or an item in lower case. */
function hardBeginnings(text: string, isPage: boolean): string[] {
  return [...text.matchAll(/(?<=^|[.!?:] )(?:what|whoever|those)\b[^.!?]*[.!?]?/gi)]
    .filter(({ 0: sentence, index }) => /^[A-Z]/.test(sentence) || (index === 0 && !isPage))
    .map(([sentence]) => sentence)
    .filter((sentence) => !sentence.endsWith('?'))
}

/** The texts of a file that people read, each on one line and without code in backquotes. */
function proseOf({ path, text }: SourceFile): string[] {
  const texts = path.endsWith('.md') ? proseOfPage(path, text) : proseOfCode(path, text)
  return texts.map((one) => one.replace(/`[^`]*`/g, 'it').replace(/\s+/g, ' ')).filter((one) => one.trim() !== '')
}

/** The headings, paragraphs, items and cells of a page. */
function proseOfPage(path: string, text: string): string[] {
  const current = path === 'CHANGELOG.md' ? unreleased(text) : text
  return current
    .replace(/^ *```.*?^ *```$/gms, '\n')
    .replace(/<!--.*?-->/gs, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[*[\]]/g, '')
    .split(/\n\s*\n|\n(?=#|\s*- |\s*\d+\. |\|)|\|/)
    .map((one) => one.replace(/^[\s#>-]+|^\d+\. /g, ''))
}

/** The part of the changelog that can still be edited. */
function unreleased(text: string): string {
  const [head = '', first = ''] = text.split(/^(?=## )/m)
  return /^## \[?\d/.test(first) ? head : head + first
}

/** The comments of a source file, and its strings of at least four words. */
function proseOfCode(path: string, text: string): string[] {
  const strings: string[] = []
  const taken: [from: number, to: number][] = []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const visit = (node: ts.Node, goesOn = false) => {
    const take = (words: string) => {
      taken.push([node.getStart(source), node.getEnd()])
      if (words.trim().split(/\s+/).length >= 4) strings.push(goesOn ? ` ${words}` : words)
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) take(node.text)
    else if (ts.isRegularExpressionLiteral(node)) take('')
    else if (ts.isTemplateExpression(node)) {
      const { head, templateSpans } = node
      take([head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…'))
      for (const { expression } of templateSpans) visit(expression)
    } else ts.forEachChild(node, (child) => visit(child, ts.isBinaryExpression(node) && node.right === child))
  }
  visit(source)
  return [...commentsOf(without(text, taken)), ...strings]
}

/** A text without some of its parts; a part may lie in the one before it. */
function without(text: string, parts: readonly (readonly [from: number, to: number])[]): string {
  let left = ''
  let at = 0
  for (const [from, to] of parts) {
    if (from >= at) left += `${text.slice(at, from)}""`
    at = Math.max(at, to)
  }
  return left + text.slice(at)
}

/** The comments of code without strings; those of lines that follow one another are one. */
function commentsOf(code: string): string[] {
  return [...code.matchAll(/\/\*+([\s\S]*?)\*\/|(\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/g)].map(([, block, lines = '']) =>
    (block ?? lines).replace(/^\s*(\*|\/\/) ?/gm, '').trim(),
  )
}
