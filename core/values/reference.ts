/** What a merchant's or an operator's reference looks like, as a regular expression. */
export const referencePattern = '^[\\x21-\\x7e]{1,100}$'

/** The same in words. */
export const referenceForm = '1 to 100 visible ASCII characters'
