import { type DestinationStream, type Logger, pino } from 'pino'
import { visibleJson } from '../../formats/visible.ts'
import type { LineOutput } from './lineOutput.ts'

/** A log of JSON lines, written off the event loop. A kill may lose the lines of the last second, but no others. */
export function openLog(level: string, output: Pick<LineOutput, 'write' | 'flush'>): Logger {
  // As bytes: gathered text would have to be measured again for each line.
  const hooks = { streamWrite: (line: string) => Buffer.from(visibleJson(line)) as unknown as string }
  const { write, flush } = output
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks }, {
    write,
    flush,
  } as DestinationStream)
}
