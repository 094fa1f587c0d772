/** Endpoints whose path begins with this are never answered. */
export const hangs = '/hangs'
