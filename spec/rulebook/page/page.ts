import { readFileSync } from 'node:fs'
import { answers } from '../../answers.ts'
import { asSentence, type Chapter, countOf, type Part, type Section } from '../book.ts'
import type { Result, Results } from '../results.ts'
import type { Stated } from '../statements.ts'
import { escaped, tableOf, worded } from './text.ts'

const [style, script] = ['page.css', 'page.js'].map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))

/** The rulebook as one self-contained HTML page, with the results of the last runs. */
export function pageOf(parts: readonly Part[], results: Results): string {
  const rules = parts
    .flatMap(({ chapters }) => chapters)
    .flatMap(({ sections }) => sections.flatMap(({ rules }) => rules))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The rulebook of sente</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>The rulebook of sente</h1>
<p>What the gateway does with payments, as ${rules.length} numbered rules. Each is proven by examples that are run against the program.${summaryOf(rules, results)}</p>
<form role="search"><label>Search <input type="search" autocomplete="off" placeholder="words, or 4.3"></label><output></output></form>
</header>
<nav><details open><summary>Contents</summary>${parts.map(contentsOf).join('')}</details></nav>
<main>
${parts.map((part) => sectionOfPart(part, results)).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
}

/** The runs before the page was made, if there were any. */
function summaryOf(rules: readonly Stated[], results: Results): string {
  const outcomes = rules.flatMap((rule) => outcomeOf(rule, results[rule.number]) ?? [])
  if (outcomes.length === 0) return ''
  const failed = outcomes.filter((outcome) => outcome === 'failed').length
  const rest =
    rules.length === outcomes.length ? '' : ` Of the other ${rules.length - outcomes.length} no whole run is known.`
  return ` When they were last run, ${outcomes.length - failed} passed and ${failed} failed.${rest}`
}

function contentsOf({ title, chapters }: Part): string {
  const lines = chapters.map(
    ({ number, title }) => `<li><a href="#${number}"><b>${number}</b> ${escaped(title)}</a></li>`,
  )
  return `<h2>${escaped(title)}</h2><ol>${lines.join('')}</ol>`
}

function sectionOfPart({ title, introduction, chapters }: Part, results: Results): string {
  const inside = chapters.map((chapter) => sectionOfChapter(chapter, results)).join('\n')
  return `<section class="part">\n<h2>${escaped(title)}</h2>\n<p>${worded(introduction)}</p>\n${inside}\n</section>`
}

function sectionOfChapter({ number, title, introduction, sections }: Chapter, results: Results): string {
  const inside = sections.map((section) => sectionOfRules(section, results)).join('\n')
  return `<section class="chapter" id="${number}">\n<h3><a href="#${number}">${number}</a> ${escaped(title)}</h3>\n<p>${worded(introduction)}</p>\n${inside}\n</section>`
}

function sectionOfRules({ subject, rules }: Section, results: Results): string {
  const heading = subject && `<h4>${worded(subject)}</h4>\n`
  return `<section>\n${heading}${rules.map((rule) => articleOf(rule, results[rule.number])).join('\n')}\n</section>`
}

function articleOf(rule: Stated, result: Result | undefined): string {
  const { number, sentence, refuses } = rule
  const errors = refuses.map((code) => {
    const [status, message] = answers[code]
    return `<p class="error"><b>${status}</b> <code>${code}</code> <q>${escaped(message)}</q></p>`
  })
  return `<article id="${number}"><p class="rule"><a href="#${number}">${number}</a> ${worded(asSentence(sentence))}</p>${errors.join('')}${examplesOf(rule)}${resultOf(rule, result)}</article>`
}

function examplesOf(rule: Stated): string {
  const shown = rule.examples.filter(({ name, table }) => name !== '' || table)
  if (shown.length === 0) return ''
  const tables = shown.flatMap(({ name, table }) => (table ? [tableOf(name, table)] : []))
  const names = shown.flatMap(({ name, table }) => (table ? [] : [`<li>${worded(name)}</li>`]))
  const count = countOf(rule)
  const inside = `${tables.join('')}${names.length > 0 ? `<ul>${names.join('')}</ul>` : ''}`
  return `<details><summary>${count} ${count === 1 ? 'example' : 'examples'}</summary>${inside}</details>`
}

/** The result of a rule when all its examples last ran; undefined if no such run is known. */
function outcomeOf(rule: Stated, result: Result | undefined): 'passed' | 'failed' | undefined {
  if (result === undefined) return undefined
  if (result.failed > 0) return 'failed'
  return result.passed < countOf(rule) ? undefined : 'passed'
}

function resultOf(rule: Stated, result: Result | undefined): string {
  const outcome = outcomeOf(rule, result)
  if (result === undefined || outcome === undefined) return ''
  const { at, commit, isDirty } = result
  const time = `<time datetime="${escaped(at)}">${escaped(at.slice(0, 16).replace('T', ' '))} UTC</time>`
  const where = commit === null ? '' : `, commit <code>${escaped(commit)}</code>${isDirty ? ' with changes' : ''}`
  return `<p class="result ${outcome}">${outcome} ${time}${where}</p>`
}
