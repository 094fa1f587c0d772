/** A cell that no spreadsheet takes for a formula: one that begins like one gets an apostrophe, as spreadsheets write it. */
export function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** What a spreadsheet may take for a formula, in letters of any width, behind blanks that it cuts off or can't be seen. */
const formula = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u
