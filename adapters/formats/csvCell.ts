/**
 * A cell that no spreadsheet takes for a formula. The beginning of a formula gets an apostrophe, as spreadsheets write
 * it. So does a text that begins with an apostrophe, which some spreadsheets remove: different texts stay different.
 */
export function csvCell(text: string): string {
  const harmless = text.replace(formulas, "'")
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * The places where a spreadsheet may see the beginning of a formula, in letters of any width, after apostrophes and
 * blanks that it trims or that are invisible: in the cell, and after the separators of countries that write commas in
 * numbers.
 */
const formulas = /^(?=['\t\r\n])|(?<=^|[;|\t\r\n])(?='*(?:(?![;|\t\r\n])[\s\p{Cf}])*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu
