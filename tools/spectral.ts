// Prints the findings of Spectral's recommended rules about the document on standard input: a list with a line for each
// place.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// Required and not imported: its types need libraries that nothing else here needs.
const require = createRequire(import.meta.url)
const { Spectral } = require('@stoplight/spectral-core')
const { oas } = require('@stoplight/spectral-rulesets')

const spectral = new Spectral()
// The disabled rule takes the roles that OpenAPI 3.1 allows beside a bearer token for scopes of OAuth, which would have
// to be declared.
spectral.setRuleset({ extends: [[oas, 'recommended']], rules: { 'oas3-operation-security-defined': 'off' } })
const results: { code: string; path: string[] }[] = await spectral.run(JSON.parse(readFileSync(0, 'utf8')))
console.log(JSON.stringify(results.map(({ code, path }) => `${code} ${path.join('/')}`)))
