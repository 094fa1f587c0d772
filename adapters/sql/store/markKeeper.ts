/** Keeps the high-water mark of a served database in its file. */
export type MarkKeeper = {
  /** Writes it a last time. */
  stop(): Promise<void>
}

/** The parts of a mark keeper. */
export type MarkKeeperParts<Mark> = {
  /** The present mark. */
  readonly current: () => Mark
  /** Writes a mark to its file, once the described state is durable. */
  readonly write: (mark: Mark) => Promise<void>
  /** Called once when it can't be written, and once with `undefined` when it can again. */
  readonly onMark: (error: Error | undefined) => void
}

/** How often it is written, if anything has changed, in milliseconds. */
const everyMs = 1_000

/** Starts keeping it. The file may be behind, by a second or as long as it can't be written, but never ahead. */
export function keepMark<Mark>({ current, write, onMark }: MarkKeeperParts<Mark>): MarkKeeper {
  let written = ''
  let isFailing = false
  let keeping: Promise<void> = Promise.resolve()

  async function keep() {
    const mark = current()
    const text = JSON.stringify(mark)
    if (text === written) return
    await write(mark)
    written = text
    if (isFailing) onMark(undefined)
    isFailing = false
  }

  function keepOn(): Promise<void> {
    keeping = keeping.then(keep).catch((error: unknown) => {
      if (!isFailing) onMark(error instanceof Error ? error : new Error(String(error)))
      isFailing = true
    })
    return keeping
  }

  const timer = setInterval(keepOn, everyMs).unref()
  void keepOn()
  return {
    stop() {
      clearInterval(timer)
      return keepOn()
    },
  }
}
