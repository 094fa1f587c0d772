/** The texts of signing in through an identity provider. */
export const openIdWords = {
  title: 'Sign in',
  failed:
    'That did not work: the identity provider was not reached, or its answer was not what it has to be. Try again.',
  refused: 'The identity provider did not sign you in.',
  forgotten: 'That took too long, or was begun in another browser. Begin again.',
  again: 'Back to the sign-in',
} as const
