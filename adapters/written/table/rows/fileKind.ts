/** The encoding of a text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** The kind of a file: a text, a web page, a workbook that can be read, or another one with its name for people. */
export type FileKind =
  | { readonly kind: 'text' | 'page'; readonly encoding: Encoding }
  | { readonly kind: 'workbook' }
  | { readonly kind: 'other'; readonly name: string }

/** How many bytes of a file show its kind. */
export const headBytes = 1_024

/** The kind of a file by its first bytes. The name of a file, and the type that a browser sends, may be wrong. */
export function fileKind(file: Buffer): FileKind {
  const head = file.subarray(0, headBytes)
  const bytes = head.toString('latin1')
  if (bytes.startsWith('\xd0\xcf\x11\xe0')) return other('an old Excel workbook (.xls), or a workbook with a password')
  if (bytes.startsWith('%PDF-')) return other('a PDF')
  if (bytes.startsWith('PK\x03\x04'))
    return bytes.includes('mimetypeapplication/vnd.oasis.')
      ? other('an OpenDocument file (.ods)')
      : { kind: 'workbook' }
  const encoding = encodingOf(head)
  const text = new TextDecoder(encoding).decode(head)
  if (/^\s*<(?:!doctype|!--|html|head|body|table|meta|style)/i.test(text) || /^\s*<\?xml[\s\S]*<html/i.test(text))
    return { kind: 'page', encoding }
  if (/^\s*<\?xml/i.test(text)) return other('an XML file, whatever its name says')
  return text.includes('\0') ? other('neither a text nor a workbook') : { kind: 'text', encoding }
}

function other(name: string): FileKind {
  return { kind: 'other', name }
}

/** Texts in UTF-16 begin with its mark, or with a letter or digit, of which one byte is zero. */
function encodingOf([first, second]: Buffer): Encoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8'
}
