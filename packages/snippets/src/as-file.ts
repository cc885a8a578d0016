import { commentMark } from './code/index.ts'
import { fits, type SnippetBlock } from './model-snippets.ts'

export const fileFormats = ['py', 'ipynb', 'sh', 'mjs', 'cs'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The blocks as one text, each under its title: the output of "copy all" and of the plain URL. */
export function asText(blocks: readonly SnippetBlock[]): string {
  return blocks.map((block) => `${commentMark(block.language)} ${block.title}\n${block.code}`).join('\n')
}

const languages = { py: 'python', ipynb: 'python', sh: 'shell', mjs: 'javascript', cs: 'csharp' } as const

/**
 * The blocks as a downloadable file. In `.py`, `.mjs` and `.cs`, the shell lines that prepare this language are comments.
 * @returns `null` when the format has nothing to run: no block of its language and, for `.sh`, nothing to install either
 */
export function asFile(blocks: readonly SnippetBlock[], format: FileFormat): string | null {
  const language = languages[format]
  const wanted = blocks.filter((block) => fits(block, language))
  const loads = wanted.filter(({ role }) => role === 'load')
  if (format === 'sh') return wanted.length === 0 ? null : `#!/usr/bin/env bash\nset -eu\n\n${asText(wanted)}`
  if (loads.length === 0) return null
  if (format === 'ipynb') return notebook(loads)
  const mark = commentMark(language)
  return wanted
    .map((block) => {
      const code = block.language === language ? block.code : block.code.replaceAll(/^(?=.)/gm, `${mark} `)
      return `${mark} ${block.title}\n${code}`
    })
    .join('\n')
}

/** @see https://nbformat.readthedocs.io — format 4.5, in which every cell has an id */
function notebook(blocks: readonly SnippetBlock[]): string {
  const cells = blocks.flatMap((block, index) => [
    { cell_type: 'markdown', id: `title-${index}`, metadata: {}, source: [`## ${block.title}`] },
    {
      cell_type: 'code',
      id: `code-${index}`,
      execution_count: null,
      metadata: {},
      outputs: [],
      source: block.code.trimEnd().split(/(?<=\n)/),
    },
  ])
  return `${JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`
}
