/** A cell that no spreadsheet takes for a formula: the beginning of one gets an apostrophe, as spreadsheets write it. */
export function csvCell(text: string): string {
  const harmless = text.replace(formulas, "'")
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Where a spreadsheet may see a formula begin, in letters of any width, behind blanks that it cuts off or can't be seen: in
 * the cell, and behind the separators of countries that write commas in numbers.
 */
const formulas = /^(?=[\t\r\n])|(?<=^|[;|\t\r\n])(?=(?:(?![;|\t\r\n])[\s\p{Cf}])*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu
