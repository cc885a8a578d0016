import type { Root as HastRoot } from 'hast'
import type { Root as MdastRoot } from 'mdast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGemoji from 'remark-gemoji'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type Processor, unified } from 'unified'
import { alerts } from './card-alerts.ts'
import { highlightCode } from './card-code.ts'
import { resolveLinks } from './card-links.ts'
import { linkNames, type Named } from './card-mentions.ts'
import { parenthesisMath, renderMath, withoutMoney } from './card-math.ts'
import { type PictureRules, replacePictures } from './card-pictures.ts'
import { cardSchema, idPrefix } from './card-schema.ts'
import { type CardHeading, structure } from './card-structure.ts'

/** Where relative links and media of a card point. */
export interface CardBases {
  readonly linkBase: string
  readonly rawBase: string
  readonly pictures: PictureRules
}

/**
 * Markdown (GFM with alerts and emoji, math, raw HTML) to sanitized HTML. Sanitizing comes before math and highlighting: what they add is trusted.
 * Call it in a render thread: hostile Markdown can take arbitrarily long.
 */
export async function markdownToHtml(markdown: string, bases: CardBases): Promise<{ html: string; toc: CardHeading[] }> {
  const toc: CardHeading[] = []
  const html = await toHtml(markdown, bases, (processor) => processor.use(rehypeSlug, { prefix: idPrefix }), toc)
  return { html, toc }
}

/**
 * Like {@link markdownToHtml} for one of many comments on a page: headings have no ids, and names become links.
 * @returns the HTML and the accounts it mentions
 */
export async function commentToHtml(markdown: string, bases: CardBases, named: Named): Promise<{ html: string; mentions: string[] }> {
  const mentions = new Set<string>()
  const html = await toHtml(markdown, bases, (processor) => processor.use(linkNames, named, mentions), [])
  return { html, mentions: [...mentions] }
}

type Sanitized = Processor<MdastRoot, MdastRoot, HastRoot>

async function toHtml(
  markdown: string,
  bases: CardBases,
  extend: (processor: Sanitized) => Sanitized,
  toc: CardHeading[],
): Promise<string> {
  const sanitized = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkGemoji)
    .use(remarkMath)
    .use(parenthesisMath)
    // No prefix here: sanitizing adds one to every id.
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
    .use(rehypeRaw)
    .use(rehypeSanitize, cardSchema)
  const processor = extend(sanitized as unknown as Sanitized)
    .use(resolveLinks, bases)
    .use(replacePictures, bases.pictures)
    .use(alerts)
    .use(renderMath)
    .use(highlightCode)
    .use(structure, toc)
    // The only raw nodes left are formulas.
    .use(rehypeStringify, { allowDangerousHtml: true })
  const tree = withoutMoney(markdown.replaceAll('\0', '\ufffd').toWellFormed(), (text) => processor.parse(text))
  return processor.stringify(await processor.run(tree as MdastRoot))
}
