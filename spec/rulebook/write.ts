import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages, projectFolder } from '../sourceTree.ts'
import { bookOf } from './book.ts'
import { errorsPage } from './errorsPage.ts'
import { guideOf } from './guide/guide.ts'
import { markdownOf } from './markdown.ts'
import { pageOf } from './page/page.ts'
import { readResults } from './results.ts'
import { statedRules } from './statements.ts'

const book = bookOf(await statedRules())
const written: Readonly<Record<string, () => string>> = {
  'docs/rulebook.md': () => markdownOf(book),
  'docs/merchants/errors.md': errorsPage,
  'dist/rulebook.html': () => pageOf(book, readResults()),
  'dist/guide.json': () => JSON.stringify(guideOf(pages())),
}

const named = process.argv.slice(2)
for (const path of named.length > 0 ? named : Object.keys(written)) {
  mkdirSync(join(projectFolder, path, '..'), { recursive: true })
  writeFileSync(join(projectFolder, path), written[path]?.() ?? '')
}
