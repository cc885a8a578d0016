import { type ObjectProblem, problem } from './problem.ts'

/** Git itself reads no more than this of these files. Bytes. */
const maxModulesBytes = 1024 * 1024
const maxAttributesBytes = 100 * 1024 * 1024
const maxAttributesLine = 2_048

/**
 * Reports what a `.gitmodules` could do to a careless clone: names that escape `.git/modules`, addresses and paths that are taken for options,
 * commands (CVE-2018-11235, CVE-2018-17456 and similar). Anything that does not parse as configuration is ignored, as in git.
 */
export function checkGitmodules(body: Buffer): ObjectProblem | null {
  if (body.length > maxModulesBytes) return problem('gitmodulesLarge', '.gitmodules is too large to check')
  for (const { name, key, value } of readSubmodules(body.toString('utf8'))) {
    if (name === '' || name.split(/[/\\]/).includes('..'))
      return problem('gitmodulesName', `.gitmodules has the invalid submodule name ${JSON.stringify(name.slice(0, 100))}`)
    if (key === 'url' && isDangerousUrl(value))
      return problem('gitmodulesUrl', `.gitmodules has a dangerous URL: ${JSON.stringify(value.slice(0, 100))}`)
    if (key === 'path' && value.startsWith('-'))
      return problem('gitmodulesPath', `.gitmodules has a path that looks like an option: ${JSON.stringify(value.slice(0, 100))}`)
    if (key === 'update' && value.startsWith('!')) return problem('gitmodulesUpdate', '.gitmodules has an update command')
  }
  return null
}

/** Git skips longer lines, and `git fsck` reports them. */
export function checkGitattributes(body: Buffer): ObjectProblem | null {
  if (body.length > maxAttributesBytes) return problem('gitattributesLarge', '.gitattributes is too large to check')
  for (let at = 0; at < body.length;) {
    const end = body.indexOf(0x0a, at)
    const length = (end < 0 ? body.length : end) - at
    if (length >= maxAttributesLine) return problem('gitattributesLineLength', '.gitattributes has a line that is too long to check')
    at += length + 1
  }
  return null
}

/** The pairs in sections `[submodule "name"]` (git-config, "Syntax"). Parsing stops at a damaged line, as in git. */
function* readSubmodules(text: string): Generator<{ name: string; key: string; value: string }> {
  let section: string | null = null
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  for (let index = 0; index < lines.length; index++) {
    let line = (lines[index] ?? '').trim()
    const head = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (head) {
      const [whole, kind = '', quoted] = head
      const dotted = /^submodule\.(.+)$/i.exec(kind)
      section =
        kind.toLowerCase() === 'submodule' && quoted !== undefined
          ? quoted.replaceAll(/\\(.)/g, '$1')
          : (dotted?.[1]?.toLowerCase() ?? null)
      // A name without a value counts, too.
      if (section !== null) yield { name: section, key: '', value: '' }
      line = line.slice(whole.length).trim()
    }
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const pair = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/s.exec(line)
    if (!pair) return
    let value = pair[2] ?? ''
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(value) && index + 1 < lines.length) value = value.slice(0, -1) + (lines[++index] ?? '')
    if (section !== null) yield { name: section, key: (pair[1] ?? '').toLowerCase(), value: unquote(value) }
  }
}

const escapes: Record<string, string> = { n: '\n', t: '\t', b: '\b' }

/** Removes quotes and resolves escapes; a comment outside quotes ends the value. */
function unquote(text: string): string {
  let value = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '\\') {
      const next = text[++at] ?? ''
      value += escapes[next] ?? next
    } else if (letter === '"') quoted = !quoted
    else if (!quoted && (letter === '#' || letter === ';')) break
    else value += letter
  }
  return quoted ? value : value.trim()
}

function isDangerousUrl(url: string): boolean {
  if (url.startsWith('-')) return true
  // A line feed, plain or encoded, would end up in a request to a credential helper.
  let decoded = url
  try {
    decoded = decodeURIComponent(url)
  } catch {
    // Not an encoded address: checked as is.
  }
  if (/[\n\r]/.test(decoded)) return true
  const host = /^(?:git\+)?(?:https?|ftps?|ssh|git)(?:\+git)?:\/\/(?:[^/]*@)?([^/]*)/i.exec(url)?.[1]
  if (host !== undefined && (host.startsWith('-') || (host === '' && !/^(?:ssh|git)/i.test(url)))) return true
  // A relative address that climbs out and then specifies a scheme of its own.
  const relative = /^(?:\.\.?[/\\])+(.*)$/s.exec(url)?.[1]
  return relative !== undefined && /^[/\\]*:/.test(relative)
}
