/** What a database is for: the simulator's outcomes must never be mistaken for real payments. */
export type Purpose = 'sandbox' | 'live'
