import { fill, py } from '../code/index.ts'
import { allOf, ext, stem } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** An adapter in a library is in a folder named after its function, its base model and its kind. */
function firstAdapter(facts: ModelFacts): { readonly name: string; readonly base: string; readonly isAlora: boolean } | null {
  for (const file of facts.files.toSorted()) {
    const found = /^([^/]+)\/([^/]+)\/(a?lora)\/adapter_config\.json$/.exec(file)
    if (found) return { name: found[1] ?? '', base: found[2] ?? '', isAlora: found[3] === 'alora' }
  }
  return null
}

/** @see https://docs.mellea.ai — API of mellea 0.8 */
export const library = defineLibrary({
  id: 'granite-library',
  label: 'Granite Library',
  repoName: 'mellea',
  repo: 'https://github.com/generative-computing/mellea',
  docs: 'https://docs.mellea.ai',
  filter: false,
  downloads: allOf(stem('adapter_config'), ext('json')),
  names: { pypi: ['mellea'] },
  install: () => ({ python: ['mellea[hf]'] }),
  snippets(facts, target) {
    const adapter = firstAdapter(facts)
    const kind = adapter?.isAlora === true ? py`, alora=True` : undefined
    const notes: Note[] = [{ code: 'python-version', text: 'mellea 0.8 needs Python 3.11 or newer.' }]
    if (adapter === null)
      notes.push({
        code: 'file-missing',
        text: 'No adapter is known of this revision. Fill in the folder of one, and the base model that it is for.',
      })
    const code = py`
      from mellea.formatters.granite.intrinsics import IntrinsicsRewriter, obtain_io_yaml, obtain_lora

      name, base_model = ${adapter?.name ?? fill('your-function')}, ${adapter?.base ?? fill('your-base-model')}
      adapter = obtain_lora(name, base_model, ${facts.id}${pythonRevision(target)}${kind})
      config = obtain_io_yaml(name, base_model, ${facts.id}${pythonRevision(target)}${kind})
      rewriter = IntrinsicsRewriter(config_file=config)  # turns a request into what the adapter reads
      print(adapter)
    `
    return { drafts: [{ id: 'adapter', title: 'Fetch one adapter and its format', code: pythonBlock(target, code) }], notes }
  },
})
