/** The texts of signing in through an identity provider. */
export const openIdWords = {
  title: 'Sign in',
  failed: 'That did not work: the identity provider was not reached, or its answer is invalid. Try again.',
  refused: 'The identity provider did not sign you in.',
  missing: (claim: string) => `The identity provider did not identify you: its answer lacks ${claim}.`,
  otherwise:
    'Sign in with your password, or ask the administrator of the identity provider to include your verified address in its answers to sente.',
  unknown:
    'Sign in with your password. Another operator can invite you under exactly that name, or reset your second step if your account at the identity provider is new.',
  forgotten: 'That took too long, or was begun in another browser. Begin again.',
  again: 'Back to the sign-in',
} as const
