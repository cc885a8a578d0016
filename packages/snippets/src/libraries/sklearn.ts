import { fill, py } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

const pickle: Note = { code: 'pickle', text: 'Loading a pickle runs code from the file. Do it only with files you trust.' }

/** The file named in config.json, otherwise the usual one, otherwise any match. A skops repo without either must specify it. */
function modelFile(facts: ModelFacts, isPickle: boolean): string | null {
  if (facts.sklearn.file !== null) return facts.sklearn.file
  if (!isPickle) return filesEnding(facts, '.skops')[0] ?? null
  const usual = 'sklearn_model.joblib'
  if (facts.files.includes(usual)) return usual
  const pickles = ['.joblib', '.pkl', '.pickle'].flatMap((ending) => filesEnding(facts, ending))
  return pickles[0] ?? (facts.tags.has('skops') ? null : usual)
}

/** @see https://scikit-learn.org, https://skops.readthedocs.io */
export const library = defineLibrary({
  id: 'sklearn',
  label: 'Scikit-learn',
  repo: 'https://github.com/scikit-learn/scikit-learn',
  docs: 'https://scikit-learn.org',
  filter: true,
  downloads: path('sklearn_model.joblib'),
  names: { pypi: ['joblib', 'skops', 'huggingface_hub'] },
  install: (facts) =>
    facts.tags.has('skops') && !facts.sklearn.isPickle
      ? { python: ['skops', 'huggingface_hub'], conda: ['skops', 'huggingface_hub'] }
      : { python: ['scikit-learn', 'joblib', 'huggingface_hub'], conda: ['scikit-learn', 'joblib', 'huggingface_hub'] },
  offers: (facts) => facts.tags.has('sklearn') || facts.tags.has('skops'),
  snippets(facts, target) {
    const skops = facts.tags.has('skops')
    const file = modelFile(facts, !skops || facts.sklearn.isPickle)
    const missing: Note[] =
      file === null ? [{ code: 'sklearn-file-missing', text: 'The model filename is not given in config.json. Fill it in.' }] : []
    const download = py`path = hf_hub_download(${facts.id}, ${file ?? fill('your-model-file')}${pythonRevision(target)})`
    if (skops && !facts.sklearn.isPickle) {
      const code = py`
        from huggingface_hub import hf_hub_download
        from skops.io import get_untrusted_types, load

        ${download}
        print(get_untrusted_types(file=path))  # look at these before you trust them
        model = load(path)
      `
      return { drafts: [{ id: 'skops', title: 'Load the model', code: pythonBlock(target, code) }], notes: missing }
    }
    const code = py`
      import joblib
      from huggingface_hub import hf_hub_download

      ${download}
      model = joblib.load(path)  # runs code from the file: only if you trust it
    `
    return { drafts: [{ id: 'joblib', title: 'Load the model', code: pythonBlock(target, code) }], notes: [...missing, pickle] }
  },
})
