import { bundledLanguages } from 'shiki/langs'

const byName: Readonly<Record<string, string>> = {
  dockerfile: 'docker',
  containerfile: 'docker',
  makefile: 'make',
  gemfile: 'ruby',
  rakefile: 'ruby',
  'cmakelists.txt': 'cmake',
  '.bashrc': 'shellscript',
  '.profile': 'shellscript',
  '.editorconfig': 'ini',
  '.gitmodules': 'ini',
  '.env': 'dotenv',
}

const byEnding: Readonly<Record<string, string>> = {
  ipynb: 'json',
  geojson: 'json',
  webmanifest: 'json',
  jinja2: 'jinja',
  j2: 'jinja',
  cfg: 'ini',
  conf: 'ini',
  pyi: 'python',
  pyx: 'python',
  h: 'c',
  hpp: 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  cu: 'cpp',
  cuh: 'cpp',
  cjs: 'javascript',
  htm: 'html',
  svg: 'xml',
  xsd: 'xml',
  pbtxt: 'proto',
  prototxt: 'proto',
  m: 'matlab',
}

/** The grammar for a file name; `null` if there is none. */
export function languageOfPath(path: string): string | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase()
  if (Object.hasOwn(byName, name)) return byName[name] ?? null
  const ending = /\.([a-z0-9_+-]+)$/.exec(name)?.[1]
  if (ending === undefined) return null
  if (Object.hasOwn(byEnding, ending)) return byEnding[ending] ?? null
  return Object.hasOwn(bundledLanguages, ending) ? ending : null
}
