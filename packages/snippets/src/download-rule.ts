/**
 * Which requested files count as a download of a model: tests of the path within the repository, as data, so that the hub's counter and the page of a
 * library use the same rule.
 */
export type DownloadRule = 'default' | FileTest

export type FileTest =
  | { readonly path: string }
  | { readonly ext: string }
  | { readonly stem: string }
  | { readonly folder: string }
  | { readonly inFolder: true }
  | { readonly atRoot: true }
  | { readonly anyOf: readonly FileTest[] }
  | { readonly allOf: readonly FileTest[] }

/** Files of which every library without its own rule reads one, once per load. */
export const defaultDownloadFiles: readonly string[] = ['config.json', 'config.yaml', 'hyperparams.yaml', 'params.json', 'meta.yaml']

/** The whole path matches exactly. */
export const path = (value: string): FileTest => ({ path: value })
/** The file extension (after the last dot, without the dot) matches. */
export const ext = (value: string): FileTest => ({ ext: value })
/** The file name without its extension matches. */
export const stem = (value: string): FileTest => ({ stem: value })
/** The file's folder, with a trailing slash, matches. */
export const folder = (value: string): FileTest => ({ folder: value })
/** The file is in any folder. */
export const inFolder: FileTest = { inFolder: true }
/** The file is at the root. */
export const atRoot: FileTest = { atRoot: true }
export const anyOf = (...tests: readonly FileTest[]): FileTest => ({ anyOf: tests })
export const allOf = (...tests: readonly FileTest[]): FileTest => ({ allOf: tests })

/** True when a request for the file counts under the rule. Case-sensitive, like paths in a repository. */
export function countsUnder(rule: DownloadRule, file: string): boolean {
  return rule === 'default' ? defaultDownloadFiles.includes(file) : passes(rule, file)
}

function passes(test: FileTest, file: string): boolean {
  const slash = file.lastIndexOf('/') + 1
  const name = file.slice(slash)
  const dot = name.lastIndexOf('.')
  if ('path' in test) return file === test.path
  if ('ext' in test) return dot >= 0 && name.slice(dot + 1) === test.ext
  if ('stem' in test) return (dot < 0 ? name : name.slice(0, dot)) === test.stem
  if ('folder' in test) return file.slice(0, slash) === test.folder
  if ('inFolder' in test) return slash > 0
  if ('atRoot' in test) return slash === 0
  if ('anyOf' in test) return test.anyOf.some((each) => passes(each, file))
  return test.allOf.every((each) => passes(each, file))
}

/** The rule in words, for the page of a library. */
export function describeDownloads(rule: DownloadRule): string {
  return rule === 'default' ? defaultDownloadFiles.slice(0, -1).join(', ') + ` or ${defaultDownloadFiles.at(-1)}` : describe(rule)
}

function describe(test: FileTest): string {
  if ('path' in test) return test.path
  if ('ext' in test) return `any .${test.ext} file`
  if ('stem' in test) return `a file named ${test.stem}`
  if ('folder' in test) return `a file in ${test.folder}`
  if ('inFolder' in test) return 'a file in a folder'
  if ('atRoot' in test) return 'a file outside of folders'
  if ('anyOf' in test) return test.anyOf.map(describe).join(', or ')
  return test.allOf.map(describe).join(' that is ')
}
