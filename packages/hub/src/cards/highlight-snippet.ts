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

/**
 * Colours a short piece of code at once, in the calling thread; for code that we wrote ourselves, such as snippets.
 * Files of users go through `highlightSource`.
 * @returns HTML for a `<code>` element. Its text is exactly `code`.
 */
export function highlightSnippet(code: string, language: string): string {
  const grammar = Object.hasOwn(languages, language) ? languages[language] : undefined
  if (grammar === undefined || code.length > cardLimits.snippet) return escapeHtml(code)
  const key = `${grammar}\n${code}`
  const known = cache.get(key)
  if (known !== undefined) return known
  highlighter ??= createHighlighterCoreSync({
    themes: [tokenTheme],
    langs: [python, javascript, shellscript, csharp, json],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  // The tokenizer ends lines at \r\n and \n alike and drops which: text with \r stays as it is.
  const html = code.includes('\r')
    ? escapeHtml(code)
    : highlighter
        .codeToTokensBase(code, {
          lang: grammar,
          theme: 'portolan',
          tokenizeMaxLineLength: cardLimits.highlightedLine,
          tokenizeTimeLimit: 100,
        })
        .map(lineHtml)
        .join('\n')
  cache.set(key, html)
  return html
}
