import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { stub } from 'sinon'
import { writeCsv } from '../../../../adapters/cli/money/newFile.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../../operators/104-command-line/commandLine.ts'

describe('10 Statements: the command', () => {
  rule('10.9', '`statement` shows an operator the same lines, or writes them into a new file', {
    'as a table': async () => {
      const { id, sente, pay } = await openCommandLine()
      await pay('succeeds')
      const { code, out } = await sente('statement', id, 'UGX')
      expect(code).to.equal(0)
      expect(out.split('\n').map((line) => line.replace(/ +/g, ' '))).to.deep.equal([
        'At Kind Amount Available Held Reference',
        ' opening 0 0',
        '2026-01-02T08:00:00.000+00:00 balance_funded 100000 100000 0 initial-UGX',
        '2026-01-02T08:00:00.000+00:00 payout_held 0 95000 5000 order-1',
        '2026-01-02T08:00:00.000+00:00 payout_settled -5000 95000 0 order-1',
        ' closing 95000 0',
        '',
      ])
    },
    'by page and period, in JSON': async () => {
      const { id, json, pay, clock } = await openCommandLine()
      clock.forwardMs(24 * 3_600_000)
      await pay('succeeds')
      const first = (await json('statement', id, 'UGX', '--limit', '1')).json
      expect(first.closing).to.deep.equal({ available: 100_000, held: 0 })
      const second = (await json('statement', id, 'UGX', '--after', first.next)).json
      expect(second).to.deep.include({ opening: first.closing, next: null })
      expect((await json('statement', id, 'UGX', '--from', '2026-01-03')).json).to.deep.equal(second)
      expect((await json('statement', id, 'UGX', '--to', '2026-01-02')).json.lines).to.deep.equal(first.lines)
    },
    'into a file, and never into an existing one': async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sente-'))
      try {
        const { id, sente } = await openCommandLine()
        const file = join(folder, 'march.csv')
        expect(await sente('statement', id, 'UGX', '--file', file)).to.deep.equal({
          ...{ code: 0, err: '', out: `Lines written to ${file}: 1\n` },
        })
        expect(readFileSync(file, 'utf8')).to.equal(
          'at,day,kind,payment_kind,currency,amount,balance_after,available_change,available_after,held_change,held_after,transaction_id,reference,phone_number,description,metadata,network_receipt,network_reason\r\n' +
            ',,opening,,UGX,0,0,0,0,0,0,,,,,,,\r\n' +
            '2026-01-02T08:00:00.000+00:00,2026-01-02,balance_funded,,UGX,100000,100000,100000,100000,0,0,,initial-UGX,,,,,\r\n',
        )
        expect(statSync(file).mode & 0o777).to.equal(0o600)
        const again = await sente('statement', id, 'UGX', '--file', file)
        expect([again.code, again.err]).to.deep.equal([1, `${file} already exists: name a new file\n`])
        const nowhere = await sente('statement', id, 'UGX', '--file', join(folder, 'none', 'march.csv'))
        expect([nowhere.code, nowhere.err]).to.satisfy(([, err]: [number, string]) => err.includes('no such file'))
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    'in the format of its name': async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sente-'))
      try {
        const { id, sente } = await openCommandLine()
        const beginningOf = async (name: string) => {
          const file = join(folder, name)
          const { code, err } = await sente('statement', id, 'UGX', '--file', file)
          return code === 0 ? readFileSync(file, 'latin1').slice(0, 5) : err.split('\n')[0]
        }
        expect(await beginningOf('march.CSV')).to.equal('at,da')
        expect(await beginningOf('march.xlsx')).to.match(/^PK/)
        expect(await beginningOf('march.ofx')).to.equal('<?xml')
        expect(await beginningOf('march.pdf')).to.include('a file that ends in .csv, .xlsx or .ofx')
        expect(existsSync(join(folder, 'march.pdf'))).to.equal(false)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    'or into no file when it cannot be written or read to its end': async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sente-'))
      try {
        const file = join(folder, 'march.csv')
        async function* rows(failure?: Error) {
          yield ['one\r\n']
          if (failure) throw failure
        }
        const away = new Error('the database is away')
        expect(await rejection(writeCsv(file, 'header\r\n', rows(away)))).to.equal(away)
        expect(existsSync(file)).to.equal(false)
        const probe = await open(join(folder, 'probe'), 'w')
        const full = stub(Object.getPrototypeOf(probe), 'sync').rejects(new Error('ENOSPC'))
        await probe.close()
        const written = writeCsv(file, 'header\r\n', rows()).finally(() => full.restore())
        expect(await written).to.deep.equal({ refused: 'file_not_written', message: 'ENOSPC' })
        expect(existsSync(file)).to.equal(false)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    'in parts, when the disk takes only some bytes at once': async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sente-'))
      try {
        const probe = await open(join(folder, 'probe'), 'w')
        const handle = Object.getPrototypeOf(probe)
        await probe.close()
        const { write } = handle
        const short = stub(handle, 'write').callsFake(function (this: FileHandle, ...[data, offset]: unknown[]) {
          const bytes = Buffer.from(data as Buffer).subarray(0, 5)
          return write.call(this, bytes, ...(typeof offset === 'number' ? [0, bytes.length] : []))
        })
        const file = join(folder, 'march.csv')
        const rows = (async function* () {
          yield ['the first row\r\n', 'the second row\r\n']
        })()
        const lines = await writeCsv(file, 'header\r\n', rows).finally(() => short.restore())
        expect([lines, readFileSync(file, 'utf8')]).to.deep.equal([2, 'header\r\nthe first row\r\nthe second row\r\n'])
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    'refusing unknown values': async () => {
      const { id, json } = await openCommandLine()
      expect((await json('statement', 'nobody', 'UGX')).json.error.code).to.equal('unknown_account')
      for (const more of [[], ['--file', join(tmpdir(), 'never-written.csv')]])
        expect((await json('statement', id, 'UGX', '--after', '999', ...more)).json.error.code).to.equal(
          'unknown_place',
        )
    },
  })
})
