import { lookup } from 'mrmime'

const plainText = 'text/plain; charset=utf-8'

/**
 * Extensions of files that browsers may render as their real type. All text is served as plain text, most importantly HTML and scripts: a file in
 * a repo is user content, and it is served from the hub's own origin.
 */
const shown = new Set(
  ['avif bmp gif ico jpeg jpg png svg tiff webp', 'aac flac m4a mp3 oga ogg opus wav', 'mov mp4 ogv webm', 'pdf wasm zip gz'].flatMap(
    (line) => line.split(' '),
  ),
)

/** Types missing from the table. */
const others: Readonly<Record<string, string>> = { ico: 'image/x-icon', flac: 'audio/flac' }

const textExtensions = new Set([
  'bat',
  'c',
  'cc',
  'cfg',
  'cff',
  'conf',
  'cpp',
  'css',
  'csv',
  'cu',
  'diff',
  'env',
  'go',
  'h',
  'hpp',
  'htm',
  'html',
  'ini',
  'ipynb',
  'java',
  'jinja',
  'js',
  'json',
  'json5',
  'jsonl',
  'jsx',
  'kt',
  'lock',
  'log',
  'lua',
  'markdown',
  'md',
  'mdx',
  'mjs',
  'ndjson',
  'patch',
  'php',
  'pl',
  'proto',
  'ps1',
  'py',
  'pyi',
  'r',
  'rb',
  'rs',
  'rst',
  'sh',
  'sql',
  'srt',
  'svelte',
  'swift',
  'tex',
  'toml',
  'ts',
  'tsv',
  'tsx',
  'txt',
  'vocab',
  'vtt',
  'vue',
  'xhtml',
  'xml',
  'yaml',
  'yml',
  'zsh',
])

const textNames = new Set([
  'dockerfile',
  'license',
  'licence',
  'makefile',
  'notice',
  'readme',
  'authors',
  'changelog',
  'procfile',
  '.gitattributes',
  '.gitignore',
  '.gitmodules',
  '.dockerignore',
])

/** The `Content-Type` of a repo file, from its name alone. */
export function contentTypeOf(name: string): string {
  const lower = name.toLowerCase()
  const extension = lower.slice(lower.lastIndexOf('.') + 1)
  if (textNames.has(lower) || textExtensions.has(extension)) return plainText
  return (shown.has(extension) ? (others[extension] ?? lookup(extension)) : undefined) ?? 'application/octet-stream'
}
