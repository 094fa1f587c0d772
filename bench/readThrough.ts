import { createReadStream } from 'node:fs'

const bytesAtOnce = 2 ** 20

/** Reads a file to its end, so that it is in memory, as far as there is room. */
export async function readThrough(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: bytesAtOnce }));
}
