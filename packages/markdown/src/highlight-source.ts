import { cardLimits } from './card-limits.ts'
import { escapeHtml } from './escape-html.ts'
import { cachedRendering, type Renderings } from './renderings.ts'
import { runRenderJob } from './render-pool.ts'
import { languageOfPath } from './source-language.ts'

export interface HighlightedSource {
  /** One `<span class="line">` per line, joined by newlines; its text is the file's text. */
  readonly html: string
  readonly lines: number
  /** Only the beginning of the file is included. */
  readonly truncated: boolean
}

/**
 * A text file as highlighted HTML, using the grammar for its name. Large files and those that a grammar
 * takes too long for are not highlighted; only the first mebibyte and 20,000 lines are shown.
 * @param cacheKey identifies the text: the blob's oid; `null` for a draft, which is not cached
 */
export async function highlightSource(
  renderings: Renderings,
  input: { text: string; path: string; cacheKey: string | null },
): Promise<HighlightedSource> {
  const { shown, lines, truncated } = cut(input.text)
  const language = languageOfPath(input.path)
  if (language === null || lines === 0 || shown.length > cardLimits.highlighted) return { html: plainLines(shown, lines), lines, truncated }
  const html = await cachedRendering(renderings, input.cacheKey === null ? null : ['source', language, input.cacheKey], async () => {
    const outcome = await runRenderJob({ kind: 'source', text: shown, language })
    if (outcome.ok && outcome.value.kind === 'source') return { html: outcome.value.html, keep: 'stored' }
    if (!outcome.ok) renderings.warn('A file is shown without colors', { path: input.path, reason: outcome.reason })
    return { html: plainLines(shown, lines), keep: outcome.ok || outcome.reason !== 'busy' ? 'briefly' : 'never' }
  })
  return { html, lines, truncated }
}

function cut(text: string): { shown: string; lines: number; truncated: boolean } {
  let shown = text.slice(0, cardLimits.source).toWellFormed().replaceAll('\0', '\ufffd').replaceAll(/\r\n?/g, '\n')
  let lines = 0
  let at = 0
  while (at < shown.length && lines < cardLimits.sourceLines) {
    const next = shown.indexOf('\n', at)
    at = next === -1 ? shown.length : next + 1
    lines++
  }
  const truncated = text.length > cardLimits.source || at < shown.length
  shown = shown.slice(0, at)
  return { shown: shown.endsWith('\n') ? shown.slice(0, -1) : shown, lines, truncated }
}

function plainLines(text: string, lines: number): string {
  return lines === 0 ? '' : escapeHtml(text).replaceAll(/^.*$/gm, '<span class="line">$&</span>')
}
