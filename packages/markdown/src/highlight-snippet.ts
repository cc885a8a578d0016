import { LRUCache } from 'lru-cache'
import { createHighlighterCoreSync, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import csharp from 'shiki/langs/csharp.mjs'
import javascript from 'shiki/langs/javascript.mjs'
import json from 'shiki/langs/json.mjs'
import python from 'shiki/langs/python.mjs'
import shellscript from 'shiki/langs/shellscript.mjs'
import { cardLimits } from './card-limits.ts'
import { escapeHtml } from './escape-html.ts'
import { highlightSamples } from './highlight-samples.ts'
import { lineHtml, tokenTheme } from './token-classes.ts'

/** The languages of our own snippets; everything else stays plain. */
const languages: Readonly<Record<string, string>> = {
  python: 'python',
  py: 'python',
  javascript: 'javascript',
  js: 'javascript',
  csharp: 'csharp',
  shell: 'shellscript',
  sh: 'shellscript',
  bash: 'shellscript',
  json: 'json',
}

const cache = new LRUCache<string, string>({
  max: 5_000,
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (html, key) => html.length + key.length,
})
let highlighter: HighlighterCore | null = null

/** Milliseconds per line, after which the rest of it stays plain: a value from a card must not delay the page. */
const lineLimit = 100

const ready = new Set<string>()

function highlighterFor(grammar: string): HighlighterCore {
  highlighter ??= createHighlighterCoreSync({
    themes: [tokenTheme],
    langs: [python, javascript, shellscript, csharp, json],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  if (!ready.has(grammar)) {
    ready.add(grammar)
    // Otherwise the first lines shown to anyone would hit the limit.
    highlighter.codeToTokensBase(highlightSamples[grammar] ?? '', { lang: grammar, theme: 'portolan', tokenizeTimeLimit: 0 })
  }
  return highlighter
}

/**
 * Highlights a short piece of code synchronously, in the calling thread; for code that we wrote ourselves, such as snippets.
 * User files go through `highlightSource`.
 * @returns HTML for a `<code>` element. Its text is exactly `code`.
 */
export function highlightSnippet(code: string, language: string): string {
  const grammar = Object.hasOwn(languages, language) ? languages[language] : undefined
  if (grammar === undefined || code.length > cardLimits.snippet) return escapeHtml(code)
  const key = `${grammar}\n${code}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const colors = highlighterFor(grammar)
  const startedAt = performance.now()
  // The tokenizer treats \r\n and \n alike and does not keep which it was: text with \r is left plain.
  const html = code.includes('\r')
    ? escapeHtml(code)
    : colors
        .codeToTokensBase(code, {
          lang: grammar,
          theme: 'portolan',
          tokenizeMaxLineLength: cardLimits.highlightedLine,
          tokenizeTimeLimit: lineLimit,
        })
        .map(lineHtml)
        .join('\n')
  // It may have hit the limit: the next reader gets it in full.
  if (performance.now() - startedAt < lineLimit) cache.set(key, html)
  return html
}
