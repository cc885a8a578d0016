import type { FactsSource, FactsWarning } from './facts.ts'
import { readJsonFile } from './json-file.ts'
import { clean, type JsonObject } from './values.ts'

/** The small files that extraction reads; `null` for one that is missing or malformed. */
export interface ConfigFiles {
  readonly config: JsonObject | null
  readonly tokenizer: JsonObject | null
  readonly processor: JsonObject | null
  readonly preprocessor: JsonObject | null
  readonly adapter: JsonObject | null
  readonly modelIndex: JsonObject | null
  readonly metadata: JsonObject | null
  readonly task: JsonObject | null
  readonly specialTokens: JsonObject | null
  readonly sentenceTransformers: JsonObject | null
  readonly spacy: JsonObject | null
  readonly chatTemplate: string | null
}

const maxTemplateBytes = 512 * 1024

/** Reads the small configuration files of a commit; unparsable ones become warnings. */
export async function readConfigFiles(source: FactsSource, warnings: FactsWarning[]): Promise<ConfigFiles> {
  const json = (path: string) => readJsonFile(source, path, warnings)
  const template = source.files.find(({ path }) => path === 'chat_template.jinja')
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
    sentenceTransformers: await json('config_sentence_transformers.json'),
    spacy: await json('meta.json'),
    chatTemplate:
      template && template.size <= maxTemplateBytes
        ? clean((await source.read(template.path, { start: 0, end: maxTemplateBytes - 1 })).toString('utf8'))
        : null,
  }
}
