import type { Renderings } from './renderings.ts'

/** What a comment may name: people and organizations by their names in lower case, discussions of its repo by number. */
export interface CommentNames {
  /** Lower case to the name's own spelling. */
  readonly accounts: Readonly<Record<string, string>>
  readonly numbers: readonly number[]
  /** Path of the repo's page. */
  readonly repoPath: string
}

export interface RenderedComment {
  /** Sanitized; safe to put into a page as it stands. */
  readonly html: string
  /** Accounts that the text names, in its own words and not inside code. */
  readonly mentions: readonly string[]
}

/** Turns a comment's Markdown into HTML. The hub asks for it (who is named is decided by it, and its API answers with HTML), and makes no HTML itself. */
export type CommentRenderer = (renderings: Renderings, markdown: string, named: CommentNames) => Promise<RenderedComment>
