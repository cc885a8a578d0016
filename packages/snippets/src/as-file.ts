import type { SnippetBlock } from './model-snippets.ts'

export const fileFormats = ['py', 'ipynb', 'sh', 'mjs'] as const
export type FileFormat = (typeof fileFormats)[number]

/** The blocks as one text: what "copy all" gives, and what the plain URL serves. Each under its title. */
export function asText(blocks: readonly SnippetBlock[]): string {
  return blocks.map((block) => `${block.language === 'javascript' ? '//' : '#'} ${block.title}\n${block.code}`).join('\n')
}

/** The blocks as a file to download. Lines for the shell stand as comments in `.py` and `.mjs`. @returns `null` when the format has no block of its language */
export function asFile(blocks: readonly SnippetBlock[], format: FileFormat): string | null {
  const own = { py: 'python', ipynb: 'python', sh: 'shell', mjs: 'javascript' }[format]
  const wanted = blocks.filter(({ language, role }) => (language === own && role === 'load') || (role !== 'load' && format !== 'ipynb'))
  if (!wanted.some(({ language, role }) => language === own && (role === 'load' || format === 'sh'))) return null
  if (format === 'ipynb') return notebook(blocks.filter(({ language, role }) => language === 'python' && role === 'load'))
  if (format === 'sh') return `#!/usr/bin/env bash\nset -eu\n\n${asText(wanted.filter(({ language }) => language === 'shell'))}`
  const mark = format === 'py' ? '#' : '//'
  return wanted
    .map((block) => (block.language === own ? `${mark} ${block.title}\n${block.code}` : block.code.replaceAll(/^(?=.)/gm, `${mark} `)))
    .join('\n')
}

function notebook(blocks: readonly SnippetBlock[]): string {
  const cells = blocks.flatMap((block) => [
    { cell_type: 'markdown', metadata: {}, source: [`## ${block.title}`] },
    { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: block.code.trimEnd().split(/(?<=\n)/) },
  ])
  return `${JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`
}
