export interface PathParameter {
  readonly name: string
  /** The only values, if the pattern lists them. */
  readonly values: readonly string[] | null
  /** A regular expression for the whole value. */
  readonly pattern: string | null
  /** It stands for the rest of the path. */
  readonly isRest: boolean
}

/** A pattern of Hono (`/:kind{a|b}/*`) as a path of OpenAPI (`/{kind}/{rest}`). */
export function openApiPath(pattern: string): { readonly path: string; readonly parameters: PathParameter[] } {
  const parameters: PathParameter[] = []
  let path = ''
  for (let at = 0; at < pattern.length;) {
    if (pattern[at] === '*') {
      parameters.push({ name: 'rest', values: null, pattern: null, isRest: true })
      path += '{rest}'
      at++
    } else if (pattern[at] === ':') {
      const [, name = ''] = /^:(\w+)/.exec(pattern.slice(at)) ?? []
      at += name.length + 1
      const end = pattern[at] === '{' ? closingBrace(pattern, at) : at
      const expression = pattern.slice(at + 1, end - 1)
      parameters.push({ name, ...limitsOf(expression), isRest: false })
      path += `{${name}}`
      at = end
    } else {
      path += pattern[at++]
    }
  }
  return { path, parameters }
}

/** @returns the index after the brace that closes the one at `at` */
function closingBrace(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    if (text[i] === '{') depth++
    if (text[i] === '}' && --depth === 0) return i + 1
  }
  throw new Error(`no closing brace in ${text}`)
}

function limitsOf(expression: string): Pick<PathParameter, 'values' | 'pattern'> {
  if (expression === '') return { values: null, pattern: null }
  const bare = /^\(\?:(.*)\)$/.exec(expression)?.[1] ?? expression
  const isList = /^[\w-]+(?:\|[\w-]+)*$/.test(bare)
  return isList ? { values: bare.split('|'), pattern: null } : { values: null, pattern: `^(?:${expression})$` }
}
