/** The form of a place in a statement: the number of a posting among those of its account and currency, from 0. */
export const statementPlacePattern = '^[0-9]{1,15}$'
