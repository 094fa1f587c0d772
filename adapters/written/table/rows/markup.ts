/** Takes the tags and texts of XML or HTML. Names are without prefixes, and in lower case in HTML. */
export type MarkupReader = {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

/** Reads XML or HTML, and yields after each portion of it. */
export async function* readMarkup(
  texts: AsyncIterable<string>,
  reader: MarkupReader,
  { isXml }: { readonly isXml: boolean },
): AsyncGenerator<void> {
  // Loaded with the first such file: most servers never read one.
  const { Parser } = await import('htmlparser2')
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(bare(name), attributes),
      ontext: (text) => reader.text(text),
      onclosetag: (name) => reader.close(bare(name)),
    },
    { xmlMode: isXml },
  )
  for await (const text of texts) {
    parser.write(text)
    yield
  }
  parser.end()
  yield
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
