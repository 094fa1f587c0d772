/** The texts of the pages of account holders. */
export const holderWords = {
  keys: {
    title: 'Keys',
    once: 'The new key. It is shown only now. Copy it:',
    expiresHint: 'Never if left empty.',
    askRevoke: (key: string) => `Revoke the key ${key}?`,
    revokeHint:
      'For good: from then on every request with it is refused, and the webhook endpoints made with it are off.',
    revoked: 'The key is revoked, and the webhook endpoints made with it are off.',
    rotate: 'Rotate a key',
    rotateHint: 'Makes a new key beside the old one, which stays valid until it is revoked.',
    new: 'A new key',
    name: 'Name',
    addresses: 'Addresses',
    addressesHint: 'The addresses from which it may be used, such as 192.0.2.0/24; all if left empty.',
    create: 'Make the key',
  },
} as const
