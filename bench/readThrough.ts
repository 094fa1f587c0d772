import { createReadStream } from 'node:fs'

const bytesAtOnce = 2 ** 20

/** Reads a whole file, so that the system caches it as far as there is room. */
export async function readThrough(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: bytesAtOnce }));
}
