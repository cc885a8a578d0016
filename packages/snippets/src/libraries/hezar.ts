import { type Block, fill, py } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'
import type { Target } from '../target.ts'

/** @see https://hezarai.github.io/hezar — API of release 1.0 */
export const library = defineLibrary({
  id: 'hezar',
  label: 'Hezar',
  repo: 'https://github.com/hezarai/hezar',
  docs: 'https://hezarai.github.io/hezar',
  downloads: anyOf(path('model_config.yaml'), path('embedding/embedding_config.yaml')),
  names: { pypi: ['hezar'] },
  install: () => ({ python: ['hezar'] }),
  snippets(facts, target) {
    const isEmbedding = facts.files.includes('embedding/embedding_config.yaml')
    return {
      drafts: [
        isEmbedding
          ? { id: 'embedding', title: 'Compare words', code: pythonBlock(target, embed(facts, target)) }
          : { id: 'predict', title: 'Load the model and run it', code: pythonBlock(target, predict(facts, target)) },
      ],
      notes: [{ code: 'python-version', text: 'Release 1.0 needs Python 3.11 or newer.' }],
    }
  },
})

function predict(facts: ModelFacts, target: Target): Block {
  const { imports, fetch, source } = pinnedFolder(facts, target)
  return py`
    from hezar.models import Model
    ${imports}

    ${fetch}
    model = Model.load(${source})
    print(model.predict(${sampleInput(facts.task)}))
  `
}

/** Models of this library read Persian. */
function sampleInput(task: string | null): Block {
  if (task === 'automatic-speech-recognition') return py`${fill('your-audio.mp3')}`
  if (task === 'image-to-text' || task === 'object-detection') return py`${fill('your-image.jpg')}`
  if (task === 'fill-mask') return py`${['کشتی در <mask> است']}`
  return py`${['کشتی صبح زود بندر را ترک کرد']}`
}

function embed(facts: ModelFacts, target: Target): Block {
  const { imports, fetch, source } = pinnedFolder(facts, target)
  return py`
    from hezar.embeddings import Embedding
    ${imports}

    ${fetch}
    embedding = Embedding.load(${source})
    print(embedding.similarity("کشتی", "قایق"))
  `
}
