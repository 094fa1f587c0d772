import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { caseForm } from '../../../../adapters/cli/case/commands.ts'
import { signedIn } from '../../../../adapters/cli/output/signedFile.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { times } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

const program = join(projectFolder, 'ops/verify_case.py')

describe('123 The case of a payment: a second verifier', () => {
  rule(
    '123.17',
    'another program in Python gives the same verdict on a case, and on a thousand with one changed byte each',
    async () => {
      const folder = makeFolder()
      try {
        const at = (name: string) => join(folder.path, name)
        const { json, pay } = await openCommandLine({ caseKey: () => readFileSync(at('key'), 'utf8') })
        const publicKey = (await json('case', 'key', at('key'))).json.public_key
        const { id } = await pay('succeeds')
        await json('case', 'export', id, at('whole'))
        const whole = readFileSync(at('whole'))
        const changed = times({ night: 1_000, day: 100 })
        const names = Array.from({ length: changed }, (_, nth) => {
          const bytes = Buffer.from(whole)
          const place = Math.floor((nth * whole.length) / changed)
          bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << (nth % 8)), place)
          writeFileSync(at(`flipped-${nth}`), bytes)
          return at(`flipped-${nth}`)
        })
        const files = [at('whole'), ...names]
        const { error, stdout, stderr, status } = spawnSync('python3', [program, publicKey, ...files], {
          encoding: 'utf8',
        })
        if (error)
          throw new Error(`python3 is missing, which this test needs: apt-get install -y python3 (${error.message})`)
        expect(stderr).to.equal('')
        const ours = files.map(
          (file) => `${file} ${signedIn(readFileSync(file), caseForm, publicKey) ? 'valid' : 'not valid'}`,
        )
        expect(stdout.trim().split('\n')).to.deep.equal(ours)
        expect(ours.filter((line) => line.endsWith(' valid') && !line.endsWith('not valid'))).to.have.length(1)
        expect(status).to.equal(1)
      } finally {
        folder.remove()
      }
    },
  )
})
