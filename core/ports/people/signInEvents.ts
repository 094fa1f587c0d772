/** Something about signing in that an operator may have to look into; nobody's name and nothing that was typed is in it. */
export type SignInEvent = {
  /**
   * A wrong password or second step; that no more are taken of somebody for now; or a session in a browser that its user has
   * not signed in from before.
   */
  readonly kind: 'wrong_password' | 'wrong_second_step' | 'locked' | 'new_browser'
  /** Whose sign-in it is, or would be; null where nobody has the name. */
  readonly userId: string | null
  /** The network that it came from, as limits count it; null within a session. */
  readonly network: string | null
  /** Until when no more are taken, where that is so. */
  readonly untilMs?: number
}

/** The listener for such events. */
export type SignInSeen = {
  /** Is called with each of them. */
  readonly signInSeen?: ((event: SignInEvent) => void) | undefined
}
