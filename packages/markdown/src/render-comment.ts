import { createHash } from 'node:crypto'
import { cardLimits } from './card-limits.ts'
import type { Named } from './card-mentions.ts'
import { escapeHtml } from './escape-html.ts'
import { cachedRendering, keyOfRules, type Renderings } from './renderings.ts'
import { runRenderJob } from './render-pool.ts'

export interface RenderedComment {
  /** Sanitized; safe to insert into a page as is. */
  readonly html: string
  /** Accounts mentioned in the text itself, not inside code. */
  readonly mentions: readonly string[]
}

/** A comment's Markdown as HTML, by the rules for cards; if it takes too long, it becomes plain text without mentions. */
export async function renderComment(renderings: Renderings, markdown: string, named: Named): Promise<RenderedComment> {
  if (markdown.trim() === '') return { html: '', mentions: [] }
  const linkBase = `${named.repoPath}/blob/main/`
  const rawBase = `${named.repoPath}/resolve/main/`
  const text = createHash('sha256').update(markdown).digest('hex')
  const pictures = await renderings.pictures()
  const json = await cachedRendering(renderings, ['comment', text, JSON.stringify(named), keyOfRules(pictures)], async () => {
    const outcome = await runRenderJob({ kind: 'comment', markdown, linkBase, rawBase, pictures, named })
    if (outcome.ok && outcome.value.kind === 'comment' && outcome.value.html.length <= cardLimits.html) {
      const { html, mentions } = outcome.value
      return { html: JSON.stringify({ html, mentions } satisfies RenderedComment), keep: 'stored' }
    }
    const plain: RenderedComment = { html: `<pre class="card-plain" tabindex="0">${escapeHtml(markdown)}</pre>`, mentions: [] }
    return { html: JSON.stringify(plain), keep: !outcome.ok && outcome.reason === 'busy' ? 'never' : 'briefly' }
  })
  return JSON.parse(json) as RenderedComment
}
