/** What a database is for: payments of the sandbox's simulator must never be taken for real ones. */
export type Purpose = 'sandbox' | 'live'

/** The versions of the schema before and after a migration; 0 for a database that was empty. */
export type Migration = { readonly from: number; readonly to: number }
