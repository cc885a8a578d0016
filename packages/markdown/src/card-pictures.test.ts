import { expect, test } from 'vitest'
import { commentToHtml, markdownToHtml } from './card-pipeline.ts'
import { picturePath, pictureUrl, type PictureRules } from './card-pictures.ts'

const proxy: PictureRules = { mode: 'proxy', key: 'secret', origin: 'https://hub.example.org' }
const bases = { linkBase: '/ada/stories/blob/main/', rawBase: '/ada/stories/resolve/main/' }
const render = async (markdown: string, pictures: PictureRules) => (await markdownToHtml(markdown, { ...bases, pictures })).html

/** Every way a card can have the browser load something. */
const loads = [
  '![a](https://spy.example/a.png)',
  '<img src="//spy.example/b.png">',
  '<img src="\\\\spy.example/c.png">',
  '<img src="ht\ntps://spy.example/d.png">',
  '<img src="HTTPS://spy.example/e.png" srcset="https://spy.example/f.png 2x, //spy.example/g.png 3x">',
  '<picture><source srcset="https://spy.example/h.png 1x"><img src="i.png"></picture>',
  '<video src="https://spy.example/j.mp4" poster="https://spy.example/k.png"></video>',
  '<video poster="https://spy.example/k.png" src="own.mp4"></video>',
  '<audio src="//spy.example/l.mp3"></audio>',
  '<video><source src="https://spy.example/m.mp4"></video>',
  '<input type="image" src="https://spy.example/n.png">',
  '[![badge](https://spy.example/o.svg)](https://elsewhere.example)',
]

test.for(['proxy', 'off'] as const)('nothing is loaded from other hosts: %s', async (mode) => {
  for (const markdown of loads) {
    const html = await render(markdown, { ...proxy, mode })
    // Links may lead there; nothing is loaded from there.
    expect(html.replaceAll(/ href="[^"]*"/g, '').replaceAll(/\((?:spy|elsewhere)\.example\)/g, ''), markdown).not.toContain('spy.example')
    expect(
      (await commentToHtml(markdown, { ...bases, pictures: { ...proxy, mode } }, { accounts: {}, numbers: [], repoPath: '/a/b' })).html,
    ).not.toMatch(/(?:src|srcset|poster)="[^"]*spy\.example/i)
  }
})

test('addresses are signed, and lead back', async () => {
  const html = await render(loads[0] ?? '', proxy)
  const [, path = '', signature = '', url = ''] = /src="(\/api\/pictures\/([\w-]+)\/([\w-]+))"/.exec(html) ?? []
  expect(path).toBe(picturePath('secret', 'https://spy.example/a.png'))
  expect(pictureUrl('secret', signature, url)).toBe('https://spy.example/a.png')
  expect(pictureUrl('other', signature, url)).toBe(null)
  expect(pictureUrl('secret', signature, Buffer.from('https://spy.example/b.png').toString('base64url'))).toBe(null)
  expect(pictureUrl('secret', '', url)).toBe(null)
})

test('pictures of the hub itself stay, and direct leaves everything as it is', async () => {
  const own = '![a](https://hub.example.org/x.png) ![b](own.png)'
  expect(await render(own, proxy)).toContain('src="https://hub.example.org/x.png"')
  expect(await render(own, proxy)).toContain('src="/ada/stories/resolve/main/own.png"')
  expect(await render(loads[0] ?? '', { ...proxy, mode: 'direct' })).toContain('src="https://spy.example/a.png"')
})

test('without a picture there is a link with its text, inside of a link the text alone', async () => {
  const off = { ...proxy, mode: 'off' } as const
  expect(await render('![A *map*](https://spy.example/a.png)', off)).toBe(
    '<p><a href="https://spy.example/a.png" rel="nofollow noopener ugc">A map (spy.example)</a></p>',
  )
  expect(await render(loads.at(-1) ?? '', off)).toContain('<span>badge (spy.example)</span></a>')
})

test('a card with ten thousand pictures has five hundred, and links', async () => {
  const html = await render(Array.from({ length: 10_000 }, (_, i) => `![${i}](https://spy.example/${i}.png)`).join('\n'), proxy)
  expect(html.match(/src="\/api\/pictures\//g)).toHaveLength(500)
  expect(html.match(/<a href="https:\/\/spy\.example/g)).toHaveLength(9_500)
})
