import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** One source file: its path below the project's folder, and its text. */
export type SourceFile = { readonly path: string; readonly text: string }

/** The project's folder. */
export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** The text of one of the project's files; its path is below the project's folder. */
export function textOf(path: string): string {
  return readFileSync(join(projectFolder, path), 'utf8')
}

/** Every TypeScript file below the named folders of the project. */
export function sourcesIn(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: textOf(path) })),
  )
}

/** Every page of documentation. */
export function pages(): SourceFile[] {
  const inDocs = readdirSync(join(projectFolder, 'docs'), { recursive: true, encoding: 'utf8' })
  const paths = ['README.md', 'CHANGELOG.md', ...inDocs.map((name) => join('docs', name))]
  return paths.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: textOf(path) }))
}

/** The imports of a file: packages by their names, the project's own files by their paths below its folder. */
export function importsOf({ path, text }: SourceFile): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => (fileName.startsWith('.') ? join(dirname(path), fileName) : fileName))
}

/** The names that a file uses: identifiers that are not members or keys, and members with their owners. */
export function namesUsedIn({ path, text }: SourceFile): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && !isMember(node)) names.add(node.text)
    if (ts.isPropertyAccessExpression(node)) names.add(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(basename(path), text, ts.ScriptTarget.Latest, true))
  return names
}

/** The values of every `refused: '…'` that a file makes, without its types and comparisons. */
export function refusalsMadeIn({ path, text }: SourceFile): string[] {
  const codes: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'refused' && ts.isStringLiteral(node.initializer)) {
      codes.push(node.initializer.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(basename(path), text, ts.ScriptTarget.Latest, true))
  return codes
}

function isMember(node: ts.Identifier): boolean {
  const { parent } = node
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertySignature(parent) && parent.name === node)
  )
}
