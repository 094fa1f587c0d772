import type { Code } from './answers.ts'

type Example = () => unknown

/** The contents of a cell of a table. */
type Cell = string | number | bigint | boolean | null | undefined

/** Examples that differ in their values: a row each. */
export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }

type TableOfExamples = Table & { readonly run: (row: number) => unknown }

type Examples = Example | TableOfExamples | Record<string, Example | TableOfExamples>

/** A rule in the form that its examples carry; the rulebook is read from them. */
export type Statement = {
  readonly number: string
  readonly sentence: string
  /** The codes of the errors that the rule states. */
  readonly refuses: readonly Code[]
  readonly examples: readonly { readonly name: string; readonly table?: Table }[]
  /** The file that states it, below the project's folder. */
  readonly path: string
}

declare module 'mocha' {
  interface Test {
    statement?: Statement
  }
}

/**
 * States a numbered rule as a fact, with the example that proves it, or several with a name each. Numbers are
 * `chapter.rule`. A contract suite states its rules once for every adapter; otherwise no two rules share a number.
 * Rules state facts that merchants, operators and embedders can observe; internals have a `test`.
 */
export function rule(number: string, sentence: string, examples: Examples): void {
  state({ number, sentence, refuses: [], path: statedIn() }, examples)
}

/** States a rule with the code of the error for its breach, or several codes. The error's `Link` leads here. */
export function refusal(number: string, codes: Code | readonly Code[], sentence: string, examples: Examples): void {
  state({ number, sentence, refuses: [codes].flat(), path: statedIn() }, examples)
}

/** States a fact about internals, without a number or a place in the rulebook. */
export function test(sentence: string, examples: Examples): void {
  for (const [title, example] of titled(sentence, examples)) it(title, example)
}

/** Examples that try one thing with different values, as around a boundary: below, on, above. */
export function table<Row extends readonly [Cell, ...Cell[]]>(
  columns: { readonly [Column in keyof Row]: string },
  rows: readonly Row[],
  example: (...row: Row) => unknown,
): TableOfExamples {
  const shown = rows.map((row) => row.map(shownCell))
  return { columns, rows: shown, run: (row) => example(...(rows[row] as Row)) }
}

/** A value as a reader sees it: thousands are set apart in whole numbers. */
function shownCell(cell: Cell): string {
  if (Object.is(cell, -0)) return '-0'
  const text = String(cell)
  return typeof cell !== 'string' && /^-?\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ',') : text
}

function state(rule: Omit<Statement, 'examples'>, given: Examples): void {
  const examples = named(given).map(([name, example]) => {
    if (!isTable(example)) return { name }
    const { columns, rows } = example
    return { name, table: { columns, rows } }
  })
  const statement = { ...rule, examples }
  for (const [title, example] of titled(`${rule.number} ${rule.sentence}`, given))
    it(title, example).statement = statement
}

function named(given: Examples): [string, Example | TableOfExamples][] {
  return Object.entries(typeof given === 'function' || isTable(given) ? { '': given } : given)
}

/** The titles that a sentence and its examples make, with what each runs. */
function titled(sentence: string, given: Examples): [string, () => Promise<void>][] {
  return named(given)
    .flatMap(([name, example]) => runnable(name, example))
    .map(([name, example]) => [`${sentence}${name && `: ${name}`}`, async () => void (await example())])
}

/** The examples under one name: one, or a row each. */
function runnable(name: string, example: Example | TableOfExamples): [string, Example][] {
  if (!isTable(example)) return [[name, example]]
  return example.rows.map((row, index) => [[name, row.join(', ')].filter(Boolean).join(': '), () => example.run(index)])
}

function isTable(examples: Examples): examples is TableOfExamples {
  return 'rows' in examples && Array.isArray(examples.rows)
}

/** The file of a chapter that states a rule, perhaps by a function of another file. */
function statedIn(): string {
  return /\bspec\/(?:rules\/\w+|contracts)\/\d+-[^:]+/.exec(new Error().stack ?? '')?.[0] ?? ''
}
