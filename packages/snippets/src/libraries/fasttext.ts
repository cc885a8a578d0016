import { py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The usual name, unless the files are known and it is not among them. */
function modelFile(facts: ModelFacts): string {
  const usual = 'model.bin'
  if (facts.files.includes(usual)) return usual
  return filesEnding(facts, '.bin')[0] ?? usual
}

/**
 * A list of lines works with any NumPy version; a single line fails with NumPy 2. @see https://fasttext.cc/docs/en/python-module.html — API of
 * release 0.9.3
 */
export const library = defineLibrary({
  id: 'fasttext',
  label: 'fastText',
  repo: 'https://fasttext.cc/',
  docs: 'https://fasttext.cc/docs/en/python-module.html',
  filter: true,
  downloads: ext('bin'),
  names: { pypi: ['fasttext', 'huggingface_hub'] },
  install: () => ({ python: ['fasttext', 'huggingface_hub'], conda: ['fasttext', 'huggingface_hub'] }),
  snippets(facts, target) {
    const classifies = facts.task === 'text-classification'
    const use = classifies
      ? py`
            labels, scores = model.predict(["The harbour is calm this morning."])
            print(labels[0], scores[0])
          `
      : py`print(model.get_word_vector("harbour").shape)`
    const code = py`
      import fasttext
      from huggingface_hub import hf_hub_download

      model = fasttext.load_model(hf_hub_download(${facts.id}, ${modelFile(facts)}${pythonRevision(target)}))
      ${use}
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code), proofId: classifies ? 'load' : 'load:vectors' }],
    }
  },
})
