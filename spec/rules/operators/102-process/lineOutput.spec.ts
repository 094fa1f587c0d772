import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { lineOutput } from '../../../../adapters/telemetry/log/lineOutput.ts'
import { rule } from '../../../rule.ts'

describe('102 The process: output that can’t be written: later writes', () => {
  let folder: string
  let fd: number
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sente-'))
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    fill()
  })
  // The pipes stay open, since an output keeps writing to its descriptor, and another file would get the same number.
  afterEach(() => rmSync(folder, { recursive: true }))

  function fill() {
    try {
      for (;;) writeSync(fd, Buffer.alloc(4_096))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).to.equal('EAGAIN')
    }
  }

  function readAll(): string {
    const buffer = Buffer.alloc(1_048_576)
    return buffer.subarray(0, readSync(fd, buffer)).toString()
  }

  rule('102.21', 'lines that an unread pipe did not take are written when it is read again', async () => {
    const output = lineOutput(fd)
    output.write('first\n')
    output.write('second\n')
    expect(await output.end(50)).to.deep.equal({ lines: 2, bytes: 13, why: 'nobody reads it' })
    readAll()
    expect(await output.end(5_000)).to.equal(undefined)
    expect(readAll()).to.equal('first\nsecond\n')
  })

  rule('102.22', 'at most 8 MiB wait; more is dropped and counted', async () => {
    const troubles: string[] = []
    const output = lineOutput(fd, (why) => troubles.push(why))
    const line = `${'x'.repeat(1_023)}\n`
    const write = (count: number) => {
      for (let index = 0; index < count; index += 1) output.write(line)
    }
    write(8_000)
    expect(troubles).to.deep.equal([])
    write(2_000)
    expect(troubles).to.have.length(1)
    expect(await output.end(50)).to.deep.equal({ lines: 10_000, bytes: 10_240_000, why: 'nobody reads it' })
  })
})
