import { crc32 } from 'node:zlib'

/** A workbook as other programs write it: the XML of its texts and of its rows. */
type Written = {
  readonly rows: string
  readonly shared?: string
  readonly is1904?: boolean
  /** How the workbook names the part of its sheet. */
  readonly target?: string
}

const [type, main] = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
]

const relations = (...all: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships>${all.map(([kind, target], nth) => `<Relationship Id="r${nth}" Type="${type}/${kind}" Target="${target}"/>`).join('')}</Relationships>`

/** Two formats of dates, one of a number and one of a code, and formats of numbers whose codes have such letters too. */
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/>
  <numFmt numFmtId="165" formatCode="#,##0 &quot;USh&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/>
  <numFmt numFmtId="167" formatCode="[Red]0.00_d"/></numFmts><cellStyleXfs><xf numFmtId="22"/></cellStyleXfs>
  <cellXfs><xf/>${[22, 164, 165, 166, 167].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`

/** A workbook of one sheet, whose parts are stored without packing. */
export function packedWorkbook({ rows, shared = '', is1904 = false, target = 's.xml' }: Written): Buffer {
  return packed({
    '_rels/.rels': relations(['officeDocument', 'xl/book.xml']),
    'xl/book.xml': `<workbook><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="S" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/book.xml.rels': relations(
      ['worksheet', target],
      ['sharedStrings', 'texts.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/texts.xml': `<sst xmlns="${main}">${shared}</sst>`,
    'xl/styles.xml': styles,
    'xl/s.xml': `<worksheet xmlns:x="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  })
}

function packed(parts: Readonly<Record<string, string>>): Buffer {
  const entries: Buffer[] = []
  let [all, at] = [Buffer.alloc(0), 0]
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text)
    // The version, the checksum, both lengths, and the length of the name are the same in both places.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, rest, Buffer.from(name)]))
    all = Buffer.concat([all, Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), bytes])
    at = all.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([all, directory, end])
}
