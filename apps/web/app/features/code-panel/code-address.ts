import type { CodeData } from './code-data.server.ts'

/** What of a page's address decides about its code and the machine to run it; `null` takes a choice away. */
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
    // Of calls over HTTP.
    | 'call'
    | 'provider'
    | 'stream'
    | 'client',
    string | null
  >
>

/**
 * The address of this page with one choice changed and every other written out, so that a link shows the same code to everybody.
 * @param parameters every choice of the page that is not the default
 */
export function codeAddress(parameters: Readonly<Record<string, string>>, change: AddressChange): string {
  const query = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return `?${query.toString()}`
}

/** Code that loads a GGUF file: of the application or library shown where that loads one, else of the library for such files. */
export function fileAddress({ parameters, loadsFile }: Pick<CodeData, 'parameters' | 'loadsFile'>, path: string): string {
  const change = loadsFile ? {} : { library: 'llama-cpp-python', app: null, language: null }
  return `${codeAddress(parameters, { file: path, ...change })}#code`
}
