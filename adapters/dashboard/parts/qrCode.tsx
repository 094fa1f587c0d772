import qrcode from 'qrcode-generator'

/** The width of the white border around a QR code, in modules, as readers require it. */
const quiet = 4

/** A text as a QR code, drawn without any style, so that the pages' policy allows it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount() + 2 * quiet
  return (
    <svg role="img" aria-label={label} width="264" height="264" viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={darkRuns(code)} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}

/** The dark modules as rectangles; adjacent ones in a row form one. */
function darkRuns(code: ReturnType<typeof qrcode>): string {
  const indexes = Array.from({ length: code.getModuleCount() }, (_, index) => index)
  return indexes
    .flatMap((row) => {
      const line = indexes.map((column) => (code.isDark(row, column) ? '1' : '0')).join('')
      return [...line.matchAll(/1+/g)].map(({ index, 0: run }) => {
        return `M${index + quiet} ${row + quiet}h${run.length}v1h-${run.length}z`
      })
    })
    .join('')
}
