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

/** What our own snippets are written in; everything else stays plain. */
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

/** Milliseconds for a line, after which its rest stays plain: a value from a card must not hold up the page. */
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
    // Otherwise the first lines that somebody sees would meet the limit.
    highlighter.codeToTokensBase(highlightSamples[grammar] ?? '', { lang: grammar, theme: 'portolan', tokenizeTimeLimit: 0 })
  }
  return highlighter
}

/**
 * Colors a short piece of code at once, in the calling thread; for code that we wrote ourselves, such as snippets.
 * Files of users go through `highlightSource`.
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
  // The tokenizer ends lines at \r\n and \n alike and drops which: text with \r stays as it is.
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
  // It may have met the limit: the next reader gets it whole.
  if (performance.now() - startedAt < lineLimit) cache.set(key, html)
  return html
}
