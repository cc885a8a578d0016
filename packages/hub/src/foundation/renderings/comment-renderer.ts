import type { Renderings } from './renderings.ts'

/** What a comment may mention: people and organizations by lower-case name, discussions of its repo by number. */
export interface CommentNames {
  /** Lower case to canonical spelling. */
  readonly accounts: Readonly<Record<string, string>>
  readonly numbers: readonly number[]
  /** Path of the repo's page. */
  readonly repoPath: string
}

export interface RenderedComment {
  /** Sanitized; safe to insert into a page as is. */
  readonly html: string
  /** Accounts mentioned in the text, as spelled there, excluding code. */
  readonly mentions: readonly string[]
}

/** Renders a comment's Markdown to HTML. The hub calls it (mentions depend on it, and the API returns HTML), but generates no HTML itself. */
export type CommentRenderer = (renderings: Renderings, markdown: string, named: CommentNames) => Promise<RenderedComment>
