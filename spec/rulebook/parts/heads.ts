/** What is said of a part before its first chapter. */
export type PartHead = {
  readonly title: string
  readonly introduction: string
  readonly chapters: readonly ChapterHead[]
}

/** What is said of a chapter before its first rule. */
export type ChapterHead = { readonly number: number; readonly title: string; readonly introduction: string }
