import { describe, expect, test } from 'vitest'
import { markdownToHtml } from './card-pipeline.ts'

const pictures = { mode: 'direct', key: '', origin: null } as const
const render = async (markdown: string) => (await markdownToHtml(markdown, { linkBase: '/', rawBase: '/', pictures })).html

describe('alerts', () => {
  test.for(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION', 'note'])('[!%s] becomes a box with its title', async (kind) => {
    const title = kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
    expect(await render(`> [!${kind}]\n> Read *this*.\n>\n> And that.`)).toBe(
      `<div class="card-alert card-alert-${kind.toLowerCase()}" role="note"><p class="card-alert-title">${title}</p>` +
        `<p>Read <em>this</em>.</p>\n\n<p>And that.</p>\n</div>`,
    )
  })

  test('without text, or with a list, keep what there is', async () => {
    expect(await render('> [!NOTE]\n> - a\n> - b')).toContain('<p class="card-alert-title">Note</p>')
    expect(await render('> [!TIP]')).toContain('<p class="card-alert-title">Tip</p>')
  })

  test.for(['> [!NOTE] on the same line', '> [!OTHER]\n> text', '> text\n> [!NOTE]', '> **[!NOTE]**\n> text', '[!NOTE]\ntext'])(
    '%s stays a quote or a text',
    async (markdown) => {
      const html = await render(markdown)
      expect(html).not.toContain('card-alert')
      expect(html).toContain('[!')
    },
  )

  test('a card cannot ask for their classes itself', async () => {
    expect(await render('<div class="card-alert card-alert-caution">No.</div>')).toBe('<div>No.</div>')
  })
})

test('short names of emoji become emoji; others and code stay', async () => {
  expect(await render(':rocket: at :10:30: `:rocket:` :no_such_name:')).toBe('<p>🚀 at :10:30: <code>:rocket:</code> :no_such_name:</p>')
})
