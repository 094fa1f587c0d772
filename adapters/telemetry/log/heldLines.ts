/** An amount of lines. */
export type Amount = { readonly lines: number; readonly bytes: number }

/** Lines that wait to be written, up to a limit. Lines beyond it are counted and dropped. */
type HeldLines = {
  /** How many bytes wait to be handed out. */
  bytes(): number
  /** Accepts or drops a line; returns whether it was accepted. */
  add(line: Buffer): boolean
  /** Hands out the first lines, as many as fit into `bytesAtMost` but at least one; all of them by default. */
  take(bytesAtMost?: number): Buffer
  /** Notes how many of the last bytes handed out were written, and takes back the rest. */
  written(bytes: number): void
  /** The lines dropped so far, and those accepted but not known to be written. */
  unwritten(): Amount
}

/** Holds up to `heldBytesAtMost` bytes of lines. */
export function heldLines(heldBytesAtMost: number): HeldLines {
  const lines: Buffer[] = []
  let bytes = 0
  let out: Buffer = Buffer.alloc(0)
  const dropped = { lines: 0, bytes: 0 }
  return {
    bytes: () => bytes,
    add(line) {
      const fits = bytes + line.length <= heldBytesAtMost
      if (fits) {
        lines.push(line)
        bytes += line.length
      } else {
        dropped.lines += 1
        dropped.bytes += line.length
      }
      return fits
    },
    take(bytesAtMost = Number.POSITIVE_INFINITY) {
      const [first, ...others] = lines.splice(0, fitting(lines, bytesAtMost))
      out = first && others.length === 0 ? first : Buffer.concat(first ? [first, ...others] : [])
      bytes -= out.length
      return out
    },
    written(writtenBytes) {
      if (writtenBytes < out.length) lines.unshift(out.subarray(writtenBytes))
      bytes += out.length - writtenBytes
      out = Buffer.alloc(0)
    },
    unwritten: () => ({
      lines: dropped.lines + countLines([out, ...lines]),
      bytes: dropped.bytes + out.length + bytes,
    }),
  }
}

function fitting(lines: readonly Buffer[], bytesAtMost: number): number {
  let bytes = 0
  const past = lines.findIndex((line, index) => {
    bytes += line.length
    return index > 0 && bytes > bytesAtMost
  })
  return past === -1 ? lines.length : past
}

const lineEnd = '\n'.charCodeAt(0)

function countLines(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.filter((byte) => byte === lineEnd).length, 0)
}
