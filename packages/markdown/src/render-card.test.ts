import { describe, expect, test } from 'vitest'
import { highlightSnippet } from './highlight-snippet.ts'
import { highlightSource } from './highlight-source.ts'
import { renderCard } from './render-card.ts'
import { runRenderJob } from './render-pool.ts'
import type { Keep } from './renderings.ts'

const bases = {
  linkBase: '/ada/stories/blob/main/',
  rawBase: '/ada/stories/resolve/main/',
  pictures: { mode: 'direct', key: '', origin: null },
} as const

/** The text that a reader sees. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Stores nothing except what it is told to keep. */
function renderings() {
  const kept: string[] = []
  return {
    kept,
    cached: async (_key: readonly string[] | null, render: () => Promise<{ html: string; keep: Keep }>) => {
      const { html, keep } = await render()
      if (keep === 'stored') kept.push(html)
      return html
    },
    pictures: async () => bases.pictures,
    warn() {},
  }
}

test('a ten-megabyte line comes as its beginning, with a notice, at once', async () => {
  const { html, toc } = await renderCard(renderings(), { markdown: '<b>'.repeat(3_500_000), cacheKey: 'long', ...bases })
  expect(html.slice(0, 400)).toMatch(
    /^<p class="card-notice" role="note">This card is shown as plain text: it is larger than 1 MiB\. Only its first 64 KiB are here\.<\/p>\n<pre class="card-plain" tabindex="0">&lt;b&gt;/,
  )
  expect(html.includes('<b>')).toBe(false)
  expect(toc).toEqual([])
})

test('a card that would take minutes ends with its thread; the next ones are rendered', { timeout: 60_000 }, async () => {
  const hostile = '>'.repeat(200_000)
  const [bad, good] = await Promise.all([
    runRenderJob({ kind: 'card', markdown: hostile, ...bases }, 500),
    runRenderJob({ kind: 'card', markdown: 'fine', ...bases }),
  ])
  expect(bad).toEqual({ ok: false, reason: 'timeout' })
  expect(good).toEqual({ ok: true, value: { kind: 'card', html: '<p>fine</p>', toc: [] } })
  expect(await runRenderJob({ kind: 'card', markdown: 'after', ...bases })).toEqual({
    ok: true,
    value: { kind: 'card', html: '<p>after</p>', toc: [] },
  })
})

test('a card that would take all memory ends with its thread, shown as text', { timeout: 60_000 }, async () => {
  const store = renderings()
  const markdown = `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'|\n'.repeat(20_000)}`
  const { html } = await renderCard(store, { markdown, cacheKey: 'table', ...bases })
  expect(html.slice(0, 200)).toMatch(
    /^<p class="card-notice" role="note">This card is shown as plain text: it (?:could not be formatted|takes too long to format)\. Only its first 64 KiB are here\.<\/p>/,
  )
  expect(store.kept).toEqual([])
  expect((await renderCard(renderings(), { markdown: 'after', cacheKey: 'after', ...bases })).html).toBe('<p>after</p>')
})

describe('highlightSource', () => {
  const source = 'def f(x):\n    """a\n    <b>"""\n\n    return x & 1\n'

  test('has a line per line, colored across lines, with the text of the file', async () => {
    const { html, lines, truncated } = await highlightSource(renderings(), { text: source, path: 'src/a.py', cacheKey: 'x' })
    expect({ lines, truncated }).toEqual({ lines: 5, truncated: false })
    expect(html.split('\n').length).toBe(5)
    expect(html.split('\n')[2]).toBe('<span class="line"><span class="tok-comment">    &lt;b&gt;"""</span></span>')
    expect(`${textOf(html)}\n`).toBe(source)
    expect(html).not.toContain('style=')
  })

  test.for([
    ['', 0],
    ['\n', 1],
    ['a', 1],
    ['a\r\nb\rc\n\n', 4],
  ] as const)('%j has %i lines', async ([text, lines]) => {
    const found = await highlightSource(renderings(), { text, path: 'a.unknown', cacheKey: 'x' })
    expect(found.lines).toBe(lines)
    expect(found.html === '' ? 0 : found.html.split('\n').length).toBe(lines)
  })

  test('shows the beginning of what is too long, without colors', async () => {
    const many = await highlightSource(renderings(), { text: 'x = 1\n'.repeat(30_000), path: 'a.py', cacheKey: 'many' })
    expect({ lines: many.lines, truncated: many.truncated }).toEqual({ lines: 20_000, truncated: true })
    const long = await highlightSource(renderings(), { text: 'x'.repeat(10_000_000), path: 'a.json', cacheKey: 'long' })
    expect({ lines: long.lines, truncated: long.truncated, length: long.html.length }).toEqual({
      lines: 1,
      truncated: true,
      length: 1024 * 1024 + '<span class="line"></span>'.length,
    })
  })

  test.for(['Dockerfile', 'config.json', 'a.ipynb', 'train.py', 'run.sh', 'a.toml', 'README.md', 'chat_template.jinja', 'a.cu', 'x.yml'])(
    'knows the language of %s',
    async (path) => {
      const { html } = await highlightSource(renderings(), {
        text: 'FROM "a" # 1\n{% if x == "a" %}\nkey: 1 # c\n[a]\nint main() { return "a"; } // x\n',
        path,
        cacheKey: path,
      })
      expect(html).toContain('class="tok-')
    },
  )
})

describe('highlightSnippet', () => {
  test.for(['python', 'javascript', 'shell', 'json', 'bash', 'unknown', '__proto__'])('keeps the text in %s', (language) => {
    const code = 'import x from "y" # <b> & \'c\'\n\n  export A=$B | tee "x"\n'
    expect(textOf(highlightSnippet(code, language))).toBe(code)
    expect(textOf(highlightSnippet(`${code}\r\n`, language))).toBe(`${code}\r\n`)
  })
  test('colors by class', () => {
    expect(highlightSnippet('export HF_TOKEN="x"', 'shell')).toBe(
      '<span class="tok-keyword">export</span> HF_TOKEN<span class="tok-keyword">=</span><span class="tok-string">"x"</span>',
    )
  })
})
