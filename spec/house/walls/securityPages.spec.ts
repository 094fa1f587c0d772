import { expect } from 'chai'
import { test } from '../../rule.ts'
import { sourcesIn, textOf } from '../../sourceTree.ts'
import { judged } from './judged.ts'

const sources = sourcesIn('adapters', 'core', 'composition').filter(({ path }) => !path.includes('/simulator/'))

/** The signs in the sources of some abilities of the program, and the requirements about each. */
// biome-ignore format: a table
const facts: readonly (readonly [fact: string, shownBy: RegExp, requirements: readonly string[]])[] = [
  ['cookies are set', /HttpOnly; SameSite/, ['3.3.1', '3.3.2', '3.3.3', '3.3.4']],
  ['pages lead elsewhere', /\{ elsewhere: /, ['3.7.2']],
  ['forms take files', /multipart: receiver\('multipart'/, ['5.1.1', '5.2.1', '5.2.2', '5.4.1', '5.4.2']],
  ['people have passwords', /from 'node:crypto'[\s\S]*scrypt\(password/, [...Array.from({ length: 12 }, (_, index) => `6.2.${index + 1}`), '6.1.2', '6.4.3']],
  ['there are one-time codes', /from 'otpauth'/, ['6.4.4', '6.5.1', '6.5.2', '6.5.3', '6.5.4', '6.5.5']],
  ['there is an identity provider', /from 'openid-client'/, ['6.8.1', '6.8.2', '6.8.4', '7.1.3', '7.6.1', '7.6.2', '9.1.1', '9.1.2', '9.1.3', '9.2.1', '9.2.2', '9.2.3', '10.1.1', '10.1.2', '10.2.1', '10.5.1', '10.5.2', '10.5.3', '10.5.4']],
  ['there are sessions', /interface Sessions|type Session\b/, ['7.1.1', '7.1.2', '7.2.1', '7.2.2', '7.2.3', '7.2.4', '7.3.1', '7.3.2', '7.4.1', '7.4.2', '7.4.3', '7.4.4', '7.4.5', '7.5.1', '7.5.2', '14.3.1', '14.3.3']],
  ['asymmetric keys are made', /generateKeyPairSync\(/, ['11.6.1']],
  ['something is encrypted', /createCipheriv\(/, ['11.3.1', '11.3.2', '11.3.3']],
  ['packed files are read', /from 'yauzl'/, ['5.2.3']],
  ['there is a database', /from 'pg'/, ['1.2.4', '12.3.4', '13.2.2', '13.2.3']],
  ['merchants name addresses', /BlockList/, ['1.3.6', '13.2.4', '13.2.5', '15.3.2']],
]

/** The script of the pages. */
const script = { path: 'page.js', text: textOf('adapters/dashboard/assets/page.js') }

/**
 * Things that the sources and the dependencies lack, a sign of each, and the requirements that are met or pointless
 * without it.
 */
// biome-ignore format: a table
const absences: readonly (readonly [what: string, shownBy: RegExp, requirements: readonly string[]])[] = [
  ['shells, and other ways to start programs than one', /(?<!import \{ execFile \} from 'node:)child_process|\bshell: (?:true|')/, ['1.2.5']],
  [
    'code that is made of texts',
    /\beval\(|new Function\(|import (?:vm|\*) [^\n]*'node:vm'|new Script\((?!'work\(\)'\))|(?<!\.)\brunIn\w*Context\(|compileFunction|SourceTextModule/,
    ['1.3.2'],
  ],
  ['XML', /fast-xml-parser|xml2js|libxmljs|DOMParser\(\)\.parseFromString\([^)]*xml/, ['1.5.1', '6.8.3']],
  ['LDAP and memcache', /ldapjs|ldapts|memcached|memjs/, ['1.2.6', '1.3.9']],
  ['GraphQL', /graphql/i, ['4.3.1', '4.3.2']],
  ['WebSocket and messages between windows', /new WebSocket\(|from 'ws'|window\.postMessage|addEventListener\('message'/, ['3.5.5', '4.4.1']],
  ['storage in the browser but cookies', /localStorage|sessionStorage|indexedDB/, ['14.3.3']],
  ['answers that let another site read them', /Access-Control-Allow/i, ['3.4.2']],
  ['sign-out from a provider’s side', /backchannel|logout_token/i, ['10.5.5']],
]

/** The names of algorithms in the sources, and on the page about them. */
const algorithms: Readonly<Record<string, RegExp>> = {
  'HMAC-SHA-256': /createHmac\('sha256'/,
  'SHA-256': /(?:createHash|hash)\('sha256'/,
  scrypt: /scrypt\(password/,
  'AES-256-GCM': /'aes-256-gcm'/,
  'AES-256-CBC': /'aes-256-cbc'/,
  OAEP: /RSA_PKCS1_OAEP_PADDING/,
  Ed25519: /generateKeyPairSync\('ed25519'\)/,
  TOTP: /from 'otpauth'/,
  WebAuthn: /from '@simplewebauthn\/server'/,
  'OpenID Connect': /from 'openid-client'/,
}

/** Names of algorithms in calls of `node:crypto`. */
const namesOfAlgorithms =
  /\b(?:createHash|createHmac|hash|createCipheriv|createDecipheriv|generateKeyPairSync|hkdfSync)\(\s*'([\w-]+)'/g

describe('The structure of the code: the pages for auditors and the program', () => {
  const notApplicable = new Set(judged.flatMap(({ ids, state }) => (state === 'n/a' ? ids : [])))

  test(
    'no requirement about an ability of the program is marked as not applicable',
    Object.fromEntries(
      facts.map(([fact, shownBy, requirements]) => [
        fact,
        () => {
          expect(
            sources.some(({ text }) => shownBy.test(text)),
            'the sources show it',
          ).to.equal(true)
          expect(requirements.filter((id) => notApplicable.has(id))).to.deep.equal([])
        },
      ]),
    ),
  )

  test(
    'the sources lack everything that the page says is absent',
    Object.fromEntries(
      absences.map(([what, shownBy, requirements]) => [
        what,
        () => {
          const found = [...sources, { path: 'package.json', text: textOf('package.json') }, script]
          expect(found.filter(({ text }) => shownBy.test(text)).map(({ path }) => path)).to.deep.equal([])
          const state = judged.filter(({ ids }) => ids.some((id) => requirements.includes(id))).map((one) => one.state)
          expect(state).to.have.length.above(0).and.not.include('not met')
        },
      ]),
    ),
  )

  test('passwords and PINs are masked as they are typed, except in the sandbox', () => {
    const fields = sources
      .filter(({ path }) => path.startsWith('adapters/dashboard/') && !path.includes('/sandbox/'))
      .flatMap(({ text }) => text.match(/<(?:Field|input)\b[^<]*?\/>/g) ?? [])
      .filter((field) => /name="(?:\w*[pP]assword|again|pin)"/.test(field))
    expect(fields).to.have.length.above(5)
    expect(fields.filter((field) => !field.includes('type="password"'))).to.deep.equal([])
  })

  test('the page about keys has each algorithm of the sources', {
    'each in the list occurs in the sources, and on the page': () => {
      const page = textOf('docs/security/cryptography.md')
      for (const [name, shownBy] of Object.entries(algorithms)) {
        expect(
          sources.some(({ text }) => shownBy.test(text)),
          name,
        ).to.equal(true)
        expect(page).to.include(name)
      }
    },
    'node:crypto gets no other': () => {
      const given = new Set(
        sources.flatMap(({ text }) => [...text.matchAll(namesOfAlgorithms)].map(([, name]) => name)),
      )
      expect([...given].sort()).to.deep.equal(['aes-256-cbc', 'aes-256-gcm', 'ed25519', 'sha256'])
    },
  })
})
