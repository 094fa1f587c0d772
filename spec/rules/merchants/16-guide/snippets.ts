import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { projectFolder } from '../../../sourceTree.ts'

/** A block of a page that is run, and its output on the page. */
type Snippet = { readonly language: string; readonly code: string; readonly shown: string | undefined }

/** The command for a file of each language; answers on a page are in other languages. */
const runners: Record<string, readonly [command: string, ending: string]> = {
  js: ['node', 'mjs'],
  python: ['python3', 'py'],
  php: ['php', 'php'],
}
const answers = ['json', 'text']

/** When a page shows no answer, curl fails unless the answer is a 2xx. */
const strictCurl = 'curl() { command curl --fail-with-body "$@"; }'

/** Other rules run the operator's commands, which are not calls of the API. */
const isOperators = (code: string) => code.startsWith('npm run -s sente -- ')

/** The blocks of a page in order; throws for one that could not be run and is not an answer to the one before it. */
export function snippetsOf(page: string): Snippet[] {
  const snippets: Snippet[] = []
  for (const [, language = '', code = ''] of page.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    const last = snippets.at(-1)
    if (language === 'sh' && isOperators(code)) continue
    if (language === 'sh' || Object.hasOwn(runners, language)) snippets.push({ language, code, shown: undefined })
    else if (answers.includes(language) && last && last.shown === undefined)
      snippets.splice(-1, 1, { ...last, shown: code })
    else throw new Error(`a block of "${language}" is neither run nor an answer to the block before it`)
  }
  return snippets
}

/** Runs the blocks of a page in one shell and an empty folder; resolves with the standard output of each. */
export async function outputsOf(snippets: readonly Snippet[], env: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  try {
    symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
    const lines = snippets.map(({ language, code, shown }, index) => {
      const [command, ending] = runners[language] ?? []
      if (!command) return `${shown === undefined ? strictCurl : 'unset -f curl'}\n${code}`
      writeFileSync(join(folder, `${index}.${ending}`), code)
      return `${command} ${index}.${ending}\n`
    })
    const script = ['set -euo pipefail\n', ...lines.map((line) => `${line}printf '\\036'\n`)].join('')
    const shell = spawn('bash', ['-c', script], { cwd: folder, env: { PATH: process.env.PATH, ...env } })
    const [stdout, stderr, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
    if (code !== 0) throw new Error(`the shell ended with ${code}:\n${stdout}${stderr}`)
    return stdout.split('\x1e').slice(0, -1)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * An output without the parts that differ between runs: ids, times, references made of them, and the spaces of JSON.
 */
export function comparable(output: string): unknown {
  const masked = output
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)/g, 'TIME')
    .replace(/TIME,\d{4}-\d\d-\d\d/g, 'TIME,DAY')
    .replace(/-\d{10}\b/g, '-SECONDS')
    .replace(/("network_receipt":\s*)"\d{10}"/g, '$1"RECEIPT"')
    .trim()
  return masked.startsWith('{') ? JSON.parse(masked) : masked
}
