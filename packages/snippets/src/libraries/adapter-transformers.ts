import { fill, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** `load_adapter` calls the revision `version`, and ignores unknown arguments. @see https://docs.adapterhub.ml — API of release 1.3 of adapters */
export const library = defineLibrary({
  id: 'adapter-transformers',
  label: 'Adapters',
  repoName: 'adapters',
  repo: 'https://github.com/Adapter-Hub/adapters',
  docs: 'https://docs.adapterhub.ml',
  filter: true,
  downloads: path('adapter_config.json'),
  names: { pypi: ['adapters'] },
  install: () => ({ python: ['adapters', 'torch'] }),
  snippets(facts, target) {
    const revision = revisionOf(target)
    const notes: Note[] =
      facts.adapterModelName === null
        ? [{ code: 'model-name-missing', text: 'The configuration does not say which model the adapter belongs to. Fill it in.' }]
        : []
    const code = py`
      from adapters import AutoAdapterModel

      model = AutoAdapterModel.from_pretrained(${facts.adapterModelName ?? fill('owner/base-model')})
      model.load_adapter(${facts.id}${when(revision !== null, py`, version=${revision ?? ''}`)}, set_active=True)
    `
    return {
      drafts: [
        {
          id: 'load',
          title: 'Load the adapter into its model',
          code: pythonBlock(target, code),
          proofId: facts.adapterModelName === null ? 'load:unnamed' : 'load',
        },
      ],
      notes,
    }
  },
})
