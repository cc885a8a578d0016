/*
 * How long does it take to render a card, from Markdown to HTML that is safe to show? Ours (GFM, math, raw HTML sanitized, links resolved, code
 * highlighted) against plain unified (Markdown to HTML and nothing else), card by card in the same process. Uses the real cards next to the
 * repository if they exist, otherwise a generated one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import rehypeStringify from 'rehype-stringify'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { markdownToHtml } from '../packages/markdown/src/card-pipeline.ts'
import { runRenderJob } from '../packages/markdown/src/render-pool.ts'
import { parseFrontMatter } from '../packages/hub/src/foundation/facts/front-matter.ts'
import { interleaved, median, writeResult } from './measure.ts'

const bases = {
  linkBase: '/ada/stories/blob/main/',
  rawBase: '/ada/stories/resolve/main/',
  pictures: { mode: 'direct', key: '', origin: null },
} as const
const folder = join(import.meta.dirname, '../../shared/data/cards')
const made = `# A model\n\n${'Some **text** with [a link](x.md) and `code`, $x^2$.\n\n```python\nimport torch\nprint(torch.ones(3))\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'.repeat(20)}`
const cards = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .toSorted()
      .map((path) => parseFrontMatter(readFileSync(join(folder, path), 'utf8')).body)
  : [made]
if (cards.length === 1) console.log('The real cards are not here: measured on one made card.')

const plain = unified().use(remarkParse).use(remarkRehype).use(rehypeStringify)
const perCard = async (render: (markdown: string) => Promise<unknown>) => {
  const started = process.cpuUsage()
  for (const card of cards) await render(card)
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000 / cards.length
}
const ours = () => perCard((card) => markdownToHtml(card, bases))
const peer = () => perCard((card) => plain.process(card))
const wall = async () => {
  const started = performance.now()
  for (const markdown of cards) await runRenderJob({ kind: 'card', markdown, ...bases })
  return (performance.now() - started) / cards.length
}

await ours()
await peer()
await wall()
const times = await interleaved({ ours, peer, thread: wall }, 5)
const result = {
  cards: cards.length,
  meanKilobytes: Math.round(cards.reduce((sum, card) => sum + card.length, 0) / cards.length / 102.4) / 10,
  oursCpuMsPerCard: median(times.ours),
  plainUnifiedCpuMsPerCard: median(times.peer),
  ratio: median(times.ours) / median(times.peer),
  wallMsPerCardInThread: median(times.thread),
}
console.log(`${result.cards} cards of ${result.meanKilobytes} kB`)
console.log(
  `ours ${result.oursCpuMsPerCard.toFixed(2)} CPU ms a card; plain unified ${result.plainUnifiedCpuMsPerCard.toFixed(2)}; ratio ${result.ratio.toFixed(2)}`,
)
console.log(`through the render thread ${result.wallMsPerCardInThread.toFixed(2)} ms a card`)
writeResult('card-render', result)
process.exit(0)
