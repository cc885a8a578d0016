import { cardLimits } from './card-limits.ts'
import { escapeHtml } from './escape-html.ts'
import type { CardHeading } from './card-structure.ts'
import { cachedRendering, keyOfRules, type Renderings } from './renderings.ts'
import { runRenderJob } from './render-pool.ts'

export type { CardHeading } from './card-structure.ts'

export interface RenderedCard {
  /** Sanitized; safe to insert into a page as is. */
  readonly html: string
  readonly toc: readonly CardHeading[]
}

/**
 * A card's Markdown as HTML, rendered in another thread and cached. Anything over the limits or too slow becomes plain text with a notice.
 * @param input.markdown without front matter (`RepoFacts.cardBody`, or `parseFrontMatter(text).body`)
 * @param input.cacheKey identifies the text: the blob's oid; `null` for a draft, which is not cached
 * @param input.linkBase URL path of the folder that contains the card, for links: `/ada/stories/blob/main/`
 * @param input.rawBase the same for images and media: `/ada/stories/resolve/main/`
 */
export async function renderCard(
  renderings: Renderings,
  input: { markdown: string; cacheKey: string | null; linkBase: string; rawBase: string },
): Promise<RenderedCard> {
  const { markdown, linkBase, rawBase } = input
  if (markdown.length > cardLimits.markdown) return plainCard(markdown, 'it is larger than 1 MiB')
  const pictures = await renderings.pictures()
  const key = input.cacheKey === null ? null : ['card', input.cacheKey, linkBase, rawBase, keyOfRules(pictures)]
  const json = await cachedRendering(renderings, key, async () => {
    const outcome = await runRenderJob({ kind: 'card', markdown, linkBase, rawBase, pictures })
    if (outcome.ok && outcome.value.kind === 'card' && outcome.value.html.length <= cardLimits.html) {
      const { html, toc } = outcome.value
      return { html: JSON.stringify({ html, toc } satisfies RenderedCard), keep: 'stored' }
    }
    const reason = outcome.ok ? 'large' : outcome.reason
    renderings.warn('A card is shown as plain text', { cacheKey: input.cacheKey, reason })
    return { html: JSON.stringify(plainCard(markdown, reasons[reason])), keep: reason === 'busy' ? 'never' : 'briefly' }
  })
  return JSON.parse(json) as RenderedCard
}

const reasons = {
  timeout: 'it takes too long to format',
  failed: 'it could not be formatted',
  busy: 'the hub is busy; reload the page in a moment',
  large: 'it is too large when formatted',
} as const

function plainCard(markdown: string, reason: string): RenderedCard {
  const shown = markdown.slice(0, cardLimits.plainText).toWellFormed().replaceAll('\0', '\ufffd')
  const cut = shown.length < markdown.length ? ` Only its first ${cardLimits.plainText / 1024} KiB are here.` : ''
  return {
    html: `<p class="card-notice" role="note">This card is shown as plain text: ${reason}.${cut}</p>\n<pre class="card-plain" tabindex="0">${escapeHtml(shown)}</pre>`,
    toc: [],
  }
}
