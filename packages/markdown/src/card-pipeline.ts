import type { Root as HastRoot } from 'hast'
import type { Root as MdastRoot } from 'mdast'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type Processor, unified } from 'unified'
import { highlightCode } from './card-code.ts'
import { resolveLinks } from './card-links.ts'
import { linkNames, type Named } from './card-mentions.ts'
import { parenthesisMath, renderMath, withoutMoney } from './card-math.ts'
import { cardSchema, idPrefix } from './card-schema.ts'
import { type CardHeading, structure } from './card-structure.ts'

/** Where relative links and media of a card lead. */
export interface CardBases {
  readonly linkBase: string
  readonly rawBase: string
}

/**
 * Markdown (GFM, math, raw HTML) to sanitized HTML. Sanitizing comes before math and code colors: what follows it is ours.
 * Call it in a render thread: hostile Markdown can take any time.
 */
export async function markdownToHtml(markdown: string, bases: CardBases): Promise<{ html: string; toc: CardHeading[] }> {
  const toc: CardHeading[] = []
  const html = await toHtml(markdown, bases, (processor) => processor.use(rehypeSlug, { prefix: idPrefix }), toc)
  return { html, toc }
}

/**
 * As {@link markdownToHtml} for one of many comments on a page: headings have no ids, and names become links.
 * @returns also the accounts that it names
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
    .use(remarkMath)
    .use(parenthesisMath)
    // No prefix of its own: sanitizing gives every id one.
    .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
    .use(rehypeRaw)
    .use(rehypeSanitize, cardSchema)
  const processor = extend(sanitized as unknown as Sanitized)
    .use(resolveLinks, bases)
    .use(renderMath)
    .use(highlightCode)
    .use(structure, toc)
    // The only raw nodes left are the formulas.
    .use(rehypeStringify, { allowDangerousHtml: true })
  const tree = withoutMoney(markdown.replaceAll('\0', '\ufffd').toWellFormed(), (text) => processor.parse(text))
  return processor.stringify(await processor.run(tree as MdastRoot))
}
