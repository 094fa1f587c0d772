import { dirname, relative } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from './sourceTree.ts'

/** A rule: its number, its sentence, and the path of the file that states it. */
type Rule = { readonly number: string; readonly sentence: string; readonly path: string }

/** The heading of a file, such as `9 The follow-up: absence`. */
type Head = { readonly chapter: number; readonly title: string; readonly subject: string; readonly path: string }

const parts: Readonly<Record<string, string>> = {
  rules: 'The rules',
  contracts: 'The contracts of the ports',
  http: 'The HTTP API',
  networks: 'The networks',
  simulator: 'The simulated networks',
  sqlite: 'SQLite',
  cli: 'The command line',
  composition: 'The gateway',
  house: 'The code itself',
  attacks: 'Attacks',
}

/** The page that lists every part, chapter and rule of the specs, with links to their files. */
export function contentsOf(files: SourceFile[]): string {
  const rules = files.flatMap(rulesIn).sort(byNumber)
  const heads = files.flatMap(headsIn)
  const chapters = [...new Set(rules.map(({ number }) => chapterOf(number)))]
  const lines = chapters.flatMap((chapter, index) => {
    const own = rules.filter(({ number }) => chapterOf(number) === chapter)
    const part = partOf(own[0]?.path ?? '')
    const before = rules.findLast(({ number }) => chapterOf(number) === chapters[index - 1])
    const isNew = before === undefined || partOf(before.path) !== part
    return [...(isNew ? [`## ${parts[part] ?? part}`, ''] : []), ...linesOf(chapter, own, heads), '']
  })
  return `${['# Contents', '', 'Made from the specs by `npm run contents`.', '', ...lines].join('\n').trimEnd()}\n`
}

function linesOf(chapter: number, rules: Rule[], heads: Head[]): string[] {
  const title = heads.find((head) => head.chapter === chapter)?.title ?? ''
  const paths = [...new Set(rules.map(({ path }) => path))]
  return [
    `### ${chapter} ${title}`,
    ...paths.flatMap((path) => {
      const subject = heads.find((head) => head.path === path)?.subject
      const link = `[${subject || relative('spec', path)}](${relative('spec', path)})`
      const stated = rules.filter((rule) => rule.path === path)
      return ['', `${link}:`, '', ...stated.map(({ number, sentence }) => `- ${number} ${escaped(sentence)}`)]
    }),
  ]
}

/** Checks of the rulebook's order; each returns one text for each offence. */
export const offences = {
  /** Specs outside the folder or file of a chapter, and rules outside their chapter's. */
  misplaced(files: SourceFile[]): string[] {
    const outside = files.filter(({ path }) => path.endsWith('.spec.ts') && placeOf(path) === undefined)
    const strays = files.flatMap(rulesIn).filter(({ number, path }) => placeOf(path)?.chapter !== chapterOf(number))
    return [
      ...outside.map(({ path }) => `${path} is in no chapter`),
      ...strays.map(({ number, path }) => `${path} states ${number}`),
    ]
  },

  /** Numbers of chapters that are left out, or that two chapters have. */
  gaps(files: SourceFile[]): string[] {
    const places = new Map(files.flatMap(({ path }) => placeOf(path) ?? []).map((place) => [place.key, place.chapter]))
    return outOfLine([...places.values()].sort((one, other) => one - other)).map((chapter) => `chapter ${chapter}`)
  },

  /** Rules whose numbers are not 1 to n, each once, in the order of their files. */
  disordered(files: SourceFile[]): string[] {
    const chapters = new Map<number, Rule[][]>()
    for (const rules of files.map(rulesIn)) {
      const chapter = chapterOf(rules[0]?.number ?? '0')
      if (rules.length > 0) chapters.set(chapter, [...(chapters.get(chapter) ?? []), rules])
    }
    return [...chapters.values()].flatMap((stated) => {
      const rules = stated.sort(([one], [other]) => (one && other ? byNumber(one, other) : 0)).flat()
      return outOfLine(rules.map(({ number }) => placeIn(number))).map(
        (place) => `rule ${chapterOf(rules[0]?.number ?? '')}.${place}`,
      )
    })
  },

  /** Files whose heading has another number than their path, or another title than the other files of the chapter. */
  mistitled(files: SourceFile[]): string[] {
    const heads = files.flatMap(headsIn)
    const titles = new Map(heads.toReversed().map(({ chapter, title }) => [chapter, title]))
    return heads
      .filter(({ chapter, title, path }) => placeOf(path)?.chapter !== chapter || titles.get(chapter) !== title)
      .map(({ chapter, title, path }) => `${path} is headed ${chapter} ${title}`)
  },
}

/** The numbers that are not one more than the number before them. */
function outOfLine(numbers: number[]): number[] {
  return numbers.filter((number, index) => number !== (numbers[index - 1] ?? 0) + 1)
}

/** The rules that a file states, in its order: each call or row that begins with a number and a sentence. */
function rulesIn({ path, text }: SourceFile): Rule[] {
  const rules: Rule[] = []
  visit({ path, text }, (node) => {
    const [number, sentence] = ts.isCallExpression(node)
      ? node.arguments
      : ts.isArrayLiteralExpression(node)
        ? node.elements
        : []
    if (!number || !sentence || !ts.isStringLiteral(number) || !/^\d+\.\d+$/.test(number.text)) return
    const words = wordsOf(sentence)
    if (words?.includes(' ')) rules.push({ number: number.text, sentence: words, path })
  })
  return rules
}

function headsIn({ path, text }: SourceFile): Head[] {
  const heads: Head[] = []
  visit({ path, text }, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'describe' || !node.arguments[0]) return
    const [, chapter, title = '', subject = ''] =
      /^(\d+) ([^:]+)(?:: (.*))?$/.exec(wordsOf(node.arguments[0]) ?? '') ?? []
    if (chapter) heads.push({ chapter: Number(chapter), title, subject: subject.replace('…', ''), path })
  })
  return heads
}

function visit({ path, text }: SourceFile, see: (node: ts.Node) => void): void {
  const all = (node: ts.Node) => {
    see(node)
    ts.forEachChild(node, all)
  }
  all(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
}

/** The text of a literal, with an ellipsis for each value that a template fills in. */
function wordsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

/** The chapter that a path names, as in `spec/rules/09-follow-up/absence.spec.ts`. */
function placeOf(path: string): { chapter: number; key: string } | undefined {
  const [key, number] = /^spec\/\w+\/(\d\d)-[\w-]+/.exec(path) ?? []
  return key === undefined ? undefined : { chapter: Number(number), key }
}

const partOf = (path: string) => relative('spec', dirname(path)).split('/')[0] ?? ''
const chapterOf = (number: string) => Number(number.split('.')[0])
const placeIn = (number: string) => Number(number.split('.')[1])
const byNumber = (one: Rule, other: Rule) =>
  chapterOf(one.number) - chapterOf(other.number) || placeIn(one.number) - placeIn(other.number)

/** Escaped for Markdown. */
const escaped = (sentence: string) => sentence.replace(/[*<[\]]/g, '\\$&')
