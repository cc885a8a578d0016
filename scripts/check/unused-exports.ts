import { read, sourcesBelow } from './sources.ts'

/** Frameworks find these by name or by file location. */
const calledFromOutside = /^apps\/web\/app\/(?:routes\/|root\.tsx|entry\.server\.tsx)|\/migrations\/|\.config\.ts$/

const declared = /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm
const listed = /^export (?:type )?\{[^}]*\}(?: from .*)?$/gm
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/**
 * Returns the exports that are not referenced, neither by another source nor elsewhere in their own file. Any equal word counts as a reference, so
 * that nothing in use is ever reported. A re-export (`export { … } from`) is not a use, unless the package is published.
 */
export function unusedExports(): string[] {
  const paths = ['packages', 'apps', 'scripts', 'e2e', 'bench'].flatMap((folder) => sourcesBelow(folder))
  const uses = new Map<string, number>()
  const texts = new Map<string, string>()
  for (const path of paths) {
    const text = read(path).replaceAll(comments, '')
    texts.set(path, text)
    const isForOthers = /^packages\/(?:tasks|snippets|gguf|chat-template|client|xet)\//.test(path)
    for (const word of (isForOthers ? text : text.replaceAll(listed, '')).match(/[A-Za-z_$][\w$]*/g) ?? [])
      uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return [...texts].flatMap(([path, text]) => {
    if (calledFromOutside.test(path)) return []
    const names = [...text.matchAll(declared)].map(([, name = '']) => name)
    return names.filter((name) => uses.get(name) === 1).map((name) => `${path}: nothing uses ${name}`)
  })
}
