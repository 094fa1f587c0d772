/** An event of signing in that an operator may have to look into. It contains nobody's name and no typed text. */
export type SignInEvent = {
  /**
   * A wrong password or second step; a lock against further attempts for somebody; or a session in a browser that its
   * user has not signed in from before.
   */
  readonly kind: 'wrong_password' | 'wrong_second_step' | 'locked' | 'new_browser'
  /** The user who signs in, or tries to; null if nobody has the name. */
  readonly userId: string | null
  /** The network of the request, in the form that limits count; null within a session. */
  readonly network: string | null
  /** The end of a lock. */
  readonly untilMs?: number
}

/** The listener for such events. */
export type SignInSeen = {
  /** Called with each of them. */
  readonly signInSeen?: ((event: SignInEvent) => void) | undefined
}
