import type { CodeData } from './code-data.server.ts'

/** The query parameters that determine a page's code and the machine to run it on; `null` removes one. */
export type AddressChange = Partial<
  Record<
    | 'library'
    | 'app'
    | 'language'
    | 'python'
    | 'javascript'
    | 'device'
    | 'revision'
    | 'file'
    | 'hardware'
    // For calls over HTTP.
    | 'call'
    | 'provider'
    | 'stream'
    | 'client',
    string | null
  >
>

/**
 * Returns this page's query string with one choice changed and all others written out, so that a link shows everyone the same code.
 * @param parameters every choice on the page that is not the default
 */
export function codeAddress(parameters: Readonly<Record<string, string>>, change: AddressChange): string {
  const query = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return `?${query.toString()}`
}

/** Link to code that loads a GGUF file: with the library or application shown if it loads one, otherwise with the library for GGUF files. */
export function fileAddress({ parameters, loadsFile }: Pick<CodeData, 'parameters' | 'loadsFile'>, path: string): string {
  const change = loadsFile ? {} : { library: 'llama-cpp-python', app: null, language: null }
  return `${codeAddress(parameters, { file: path, ...change })}#code`
}
