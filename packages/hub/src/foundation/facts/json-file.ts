import type { FactsSource, FactsWarning } from './facts.ts'
import { plain } from './front-matter.ts'
import { isObject, type JsonObject } from './values.ts'

/** With a large vocabulary, tokenizer_config.json reaches a few megabytes; larger files are not read. */
const maxJsonBytes = 8 * 1024 * 1024

/** A file that should contain a JSON object; `null` with a warning when it contains something else, `null` when it does not exist. */
export async function readJsonFile(source: FactsSource, path: string, warnings: FactsWarning[]): Promise<JsonObject | null> {
  const file = source.files.find((entry) => entry.path === path)
  if (!file) return null
  const warn = (message: string) => {
    warnings.push({ path, code: 'json.invalid', message })
    return null
  }
  if (file.size > maxJsonBytes) return warn('The file is too large')
  const content = (await source.read(path, { start: 0, end: maxJsonBytes - 1 })).toString('utf8').replace(/^\ufeff/, '')
  try {
    const value = plain(parseLoosely(content))
    return isObject(value) ? value : warn('The file is not a JSON object')
  } catch (error) {
    return warn(`The file is not valid JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

/** Python's json module writes NaN and Infinity, which JSON does not have. An unterminated string extends to the end: no backtracking. */
function parseLoosely(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    if (!/NaN|Infinity/.test(content)) throw error
    return JSON.parse(
      content.replaceAll(/"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|-?Infinity|NaN/g, (token) => (token.startsWith('"') ? token : 'null')),
    )
  }
}
