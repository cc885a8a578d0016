import { createHighlighterCore, type HighlighterCore, type ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages } from 'shiki/langs'
import { cardLimits } from './card-limits.ts'
import { tokenTheme } from './token-classes.ts'

let highlighter: Promise<HighlighterCore> | null = null

/**
 * Highlights `text` line by line. Grammars are loaded on first use.
 * @param language an id or alias that shiki knows
 * @returns `null` if there is no such grammar
 */
export async function tokenize(text: string, language: string): Promise<ThemedToken[][] | null> {
  const load = Object.hasOwn(bundledLanguages, language) ? bundledLanguages[language as keyof typeof bundledLanguages] : undefined
  if (!load) return null
  highlighter ??= createHighlighterCore({ themes: [tokenTheme], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) })
  const core = await highlighter
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(load)
  return core.codeToTokensBase(text, {
    lang: language,
    theme: 'portolan',
    tokenizeMaxLineLength: cardLimits.highlightedLine,
    // A cold grammar compiles during its first lines, which is slow on a busy machine; a half-highlighted result would be stored. The whole job has a limit.
    tokenizeTimeLimit: 1_500,
  })
}
