import type { FactsSource, FactsWarning } from './facts.ts'
import { plain } from './front-matter.ts'
import type { ConfigFiles } from './library.ts'
import { isObject, type JsonObject } from './values.ts'

/** tokenizer_config.json of a large vocabulary reaches some megabytes; what is larger is not read. */
const maxJsonBytes = 8 * 1024 * 1024
const maxTemplateBytes = 512 * 1024

/** Reads the small configuration files of a commit; what cannot be parsed becomes a warning. */
export async function readConfigFiles(source: FactsSource, warnings: FactsWarning[]): Promise<ConfigFiles> {
  const sizes = new Map(source.files.map(({ path, size }) => [path, size]))
  const json = async (path: string): Promise<JsonObject | null> => {
    const size = sizes.get(path)
    if (size === undefined) return null
    if (size > maxJsonBytes) {
      warnings.push({ path, code: 'json.invalid', message: 'The file is too large to be read' })
      return null
    }
    try {
      // Some writers print NaN and Infinity, which JSON does not have.
      const source_ = (await source.read(path)).toString('utf8').replace(/^\ufeff/, '')
      const value: unknown = JSON.parse(source_.replaceAll(/(?<=[:[,]\s*)(?:NaN|-?Infinity)(?=\s*[,\]}])/g, 'null'))
      if (isObject(value)) return plain(value) as JsonObject
      warnings.push({ path, code: 'json.invalid', message: 'The file does not hold a JSON object' })
    } catch (error) {
      warnings.push({ path, code: 'json.invalid', message: `The file is not valid JSON: ${(error as Error).message.slice(0, 200)}` })
    }
    return null
  }
  const template = sizes.get('chat_template.jinja')
  return {
    config: await json('config.json'),
    tokenizer: await json('tokenizer_config.json'),
    processor: await json('processor_config.json'),
    preprocessor: await json('preprocessor_config.json'),
    adapter: await json('adapter_config.json'),
    modelIndex: await json('model_index.json'),
    metadata: await json('metadata.json'),
    task: await json('task.json'),
    specialTokens: await json('special_tokens_map.json'),
    chatTemplate:
      template !== undefined && template <= maxTemplateBytes ? (await source.read('chat_template.jinja')).toString('utf8') : null,
  }
}
