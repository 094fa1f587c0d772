import { join } from 'node:path'
import Mocha from 'mocha'
import type { Statement } from '../rule.ts'
import { projectFolder, sourcesIn } from '../sourceTree.ts'

/** A rule under the heading of its spec: the chapter, its title, and the subject if a chapter has several. */
export type Stated = Statement & { readonly chapter: number; readonly title: string; readonly subject: string }

/** Every rule of the chapters, in their order; no example is run. A process can do this once. */
export async function statedRules(): Promise<Stated[]> {
  // The rulebook has the examples of the night, too.
  process.env.SPEC_NIGHT = 'yes'
  const specs = sourcesIn('spec/contracts', 'spec/rules').filter(({ path }) => path.endsWith('.spec.ts'))
  const mocha = new Mocha({ ui: 'bdd' })
  for (const path of specs.map(({ path }) => path).sort()) mocha.addFile(join(projectFolder, path))
  await mocha.loadFilesAsync()
  const stated = new Map<Statement, Stated>()
  mocha.suite.eachTest(({ statement, parent }: Mocha.Test) => {
    if (statement) stated.set(statement, { ...statement, ...headingOf(parent?.titlePath()[0] ?? '') })
  })
  return [...stated.values()].reduce(joined, [])
}

/** The parts of a heading such as `9 The follow-up: absence`. */
function headingOf(text: string): Pick<Stated, 'chapter' | 'title' | 'subject'> {
  const [, chapter = '0', title = '', subject = ''] = /^(\d+) ([^:]+)(?:: (.*))?$/.exec(text) ?? []
  return { chapter: Number(chapter), title, subject }
}

/** A contract states its rules under a heading for each adapter: they are one rule, with the examples of all. */
function joined(rules: Stated[], next: Stated): Stated[] {
  const before = rules.findIndex(
    ({ number, path, sentence, subject }) =>
      number === next.number && path === next.path && sentence === next.sentence && subject !== next.subject,
  )
  const rule = rules[before]
  if (rule === undefined) return [...rules, next]
  const examples = [...named(rule.subject, rule), ...named(next.subject, next)]
  return rules.with(before, { ...rule, subject: '', examples })
}

function named(subject: string, { examples }: Stated): Stated['examples'] {
  if (subject === '') return examples
  return examples.map(({ name, ...rest }) => ({ name: [subject, name].filter(Boolean).join(': '), ...rest }))
}
