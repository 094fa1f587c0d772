/** The name of the cookie with the token of a session. */
export const sessionCookie = 'sente-session'

/** The name of the cookie that makes a browser known. */
export const deviceCookie = 'sente-device'
