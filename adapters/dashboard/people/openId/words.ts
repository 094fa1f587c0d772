/** The texts of signing in through an identity provider. */
export const openIdWords = {
  title: 'Sign in',
  failed:
    'That did not work: the identity provider was not reached, or its answer was not what it has to be. Try again.',
  refused: 'The identity provider did not sign you in.',
  missing: (claim: string) => `The identity provider did not say who you are: its answer lacks ${claim}.`,
  otherwise:
    'Sign in with your password, or ask whoever runs the identity provider to let it tell sente your verified address.',
  unknown:
    'Sign in with your password. Another operator can invite you under exactly that name, or reset your second step where your account at the identity provider is a new one.',
  forgotten: 'That took too long, or was begun in another browser. Begin again.',
  again: 'Back to the sign-in',
} as const
