/** The default time limits for a network, in milliseconds. */
export const usualTimeouts = {
  /** For the whole answer to a submission, from its first byte written. */
  answerMs: 10_000,
  /** For an enquiry. */
  enquiryMs: 3_000,
  /** For a token. */
  tokenMs: 4_000,
}
