import { describe, expect, test } from 'vitest'
import { markdownToHtml } from './card-pipeline.ts'

const pictures = { mode: 'direct', key: '', origin: null } as const
const render = async (markdown: string, linkBase = '/ada/stories/blob/main/', rawBase = '/ada/stories/resolve/main/') =>
  (await markdownToHtml(markdown, { linkBase, rawBase, pictures })).html

const img = (src: string, alt = '') => `<img src="${src}" alt="${alt}" loading="lazy" decoding="async" referrerpolicy="no-referrer">`

describe('links', () => {
  test.for([
    ['[a](docs/a.md)', '/ada/stories/blob/main/docs/a.md'],
    ['[a](./docs/a.md#part)', '/ada/stories/blob/main/docs/a.md#part'],
    ['[a](../../tree/main)', '/ada/stories/tree/main'],
    ['[a](a%20b.md)', '/ada/stories/blob/main/a%20b.md'],
    ['[a](<a b.md>)', '/ada/stories/blob/main/a%20b.md'],
    ['[a](/datasets)', '/datasets'],
    ['[a](?x=1)', '/ada/stories/blob/main/?x=1'],
  ])('%s leads to %s', async ([markdown, href]) => {
    expect(await render(markdown ?? '')).toBe(`<p><a href="${href}">a</a></p>`)
  })

  test('those of other sites say so', async () => {
    for (const href of ['https://example.org/', 'http://example.org/', '//example.org/', 'mailto:a@example.org'])
      expect(await render(`[a](${href})`)).toBe(`<p><a href="${href}" rel="nofollow noopener ugc">a</a></p>`)
  })

  test('in-page ones reach prefixed ids', async () => {
    const html = await render('[a](#usage) [b](#Usage) [c](#old) [d](#none)\n\n# Usage\n\n<a name="old"></a>')
    expect(html.split('\n')[0]).toBe(
      '<p><a href="#user-content-usage">a</a> <a href="#user-content-usage">b</a> <a href="#user-content-old">c</a> <a href="#none">d</a></p>',
    )
  })

  test('bases with revisions and unicode stay as they are', async () => {
    expect(await render('[a](é.md) ![](i.png)', '/ada/x/blob/refs%2Fpr%2F1/', '/ada/x/resolve/refs%2Fpr%2F1/')).toBe(
      `<p><a href="/ada/x/blob/refs%2Fpr%2F1/%C3%A9.md">a</a> ${img('/ada/x/resolve/refs%2Fpr%2F1/i.png')}</p>`,
    )
    expect(await render('[a](b)', 'https://hub.example/ada/x/blob/main/')).toBe(
      '<p><a href="https://hub.example/ada/x/blob/main/b">a</a></p>',
    )
  })

  test('images come from the files of the revision, with every candidate', async () => {
    expect(await render('![chart](img/a.png)')).toBe(`<p>${img('/ada/stories/resolve/main/img/a.png', 'chart')}</p>`)
    expect(await render('<picture><source srcset="a.png 1x, b.png 2x"></picture>')).toContain(
      'srcset="/ada/stories/resolve/main/a.png 1x, /ada/stories/resolve/main/b.png 2x"',
    )
  })
})

test('headings start at the second level, skip none, and are listed', async () => {
  const { html, toc } = await markdownToHtml('# A & B\n#### *Deep*\n# A & B\n###\n', { linkBase: '/', rawBase: '/', pictures })
  expect(toc).toEqual([
    { id: 'user-content-a--b', text: 'A & B', depth: 2 },
    { id: 'user-content-deep', text: 'Deep', depth: 3 },
    { id: 'user-content-a--b-1', text: 'A & B', depth: 2 },
  ])
  expect(html.split('\n')[1]).toBe(
    '<h3 id="user-content-deep"><em>Deep</em><a class="card-anchor" href="#user-content-deep" aria-label="Link to “Deep”">#</a></h3>',
  )
})

test('tables scroll by keyboard; task lists keep their boxes and forms lose theirs', async () => {
  expect(await render('| a |\n|--|\n| 1 |')).toMatch(/^<div class="card-table" tabindex="0" role="region" aria-label="Table"><table>/)
  expect(await render('- [x] a\n- [ ] b')).toContain('<input type="checkbox" checked disabled aria-label="Done"> a')
  expect(await render('<div><input type="text" value="x"></div>')).toBe('<div></div>')
})

test('footnotes and their marks find each other', async () => {
  const html = await render('a[^1]\n\n[^1]: note')
  expect(html).toContain('<a href="#user-content-fn-1" id="user-content-fnref-1"')
  expect(html).toContain('<li id="user-content-fn-1">')
  expect(html).toContain('href="#user-content-fnref-1"')
})

describe('math', () => {
  test.for(['$x^2$', '$$x^2$$', '\\\\(x^2\\\\)', '```math\nx^2\n```', '$$\nx^2\n$$'])('%s becomes MathML', async (markdown) => {
    const html = await render(markdown)
    expect(html).toContain('<msup><mi>x</mi><mn>2</mn></msup>')
    expect(html).not.toContain('style=')
  })
  test.for([
    ['from $5 to **$10**', '<p>from $5 to <strong>$10</strong></p>'],
    ['$5 for *x* and $10', '<p>$5 for <em>x</em> and $10</p>'],
    ['`$x$`', '<p><code>$x$</code></p>'],
    ['\\$x$', '<p>$x$</p>'],
  ])('%s is no formula', async ([markdown, html]) => {
    expect(await render(markdown ?? '')).toBe(html)
  })
  test('what KaTeX cannot read stays as its source', async () => {
    expect(await render('$\\frac{$')).toBe('<p><code class="language-math math-inline">\\frac{</code></p>')
  })
})

describe('code', () => {
  test('is colored by classes', async () => {
    expect(await render('```python\nprint("<x>")\n```')).toBe(
      '<pre class="card-code" tabindex="0"><code class="language-python"><span class="tok-function">print</span>(<span class="tok-string">"&#x3C;x>"</span>)</code></pre>',
    )
  })
  test.for(['nope', '__proto__', 'constructor', 'text', ''])('without a grammar for "%s" is plain', async (language) => {
    expect(await render(`\`\`\`${language}\na = 1\n\`\`\``)).toMatch(/>a = 1\n<\/code><\/pre>$/)
  })
  test('of every spelling of a language', async () => {
    for (const language of ['Python', 'py', 'bash', 'console', 'c++', 'JSON', 'yaml', 'dockerfile', 'ts'])
      expect(await render(`\`\`\`${language}\n# "a" 1\n\`\`\``)).toContain('class="tok-')
  })
})

test('NUL and half surrogates are replaced', async () => {
  expect(await render('a\0b\ud800c')).toBe('<p>a\ufffdb\ufffdc</p>')
})
