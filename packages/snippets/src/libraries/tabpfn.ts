import { fill, identifier, py, when } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Estimators, the scikit-learn sample data to try them with, and the word for the other kind in file names. */
const kinds = {
  classifier: { className: 'TabPFNClassifier', data: 'load_breast_cancer', other: 'regressor', title: 'Classify rows' },
  regressor: { className: 'TabPFNRegressor', data: 'load_diabetes', other: 'classifier', title: 'Predict a number' },
} as const
type Kind = keyof typeof kinds

/**
 * The package reads a model's version from its file name, which the hub cache preserves. @see https://github.com/PriorLabs/TabPFN — API of release
 * 9.2
 */
export const library = defineLibrary({
  id: 'tabpfn',
  label: 'TabPFN',
  repo: 'https://github.com/PriorLabs/TabPFN',
  downloads: 'default',
  names: { pypi: ['tabpfn', 'huggingface_hub'] },
  install: () => ({ python: ['tabpfn', 'huggingface_hub'] }),
  snippets(facts, target) {
    const files = [...filesEnding(facts, '.safetensors'), ...filesEnding(facts, '.ckpt')].filter((file) => !file.startsWith('-'))
    const wanted = files.length > 0 ? kindsOf(files) : [kindByName(facts)]
    const notes: Note[] = [
      ...(files.length === 0
        ? [{ code: 'file-missing' as const, text: 'No .safetensors or .ckpt file is known of this revision. Fill in its name.' }]
        : []),
      { code: 'licence', text: 'Weights from version 2.5 on are not for commercial use: read their licence.' },
      ...(files.some((file) => file.endsWith('.safetensors'))
        ? []
        : [
            {
              code: 'pickle' as const,
              text: 'A .ckpt file is a pickle: older releases of PyTorch run code in it. Load only files you trust.',
            },
          ]),
    ]
    return { drafts: wanted.map((kind) => draft(kind, fileFor(kind, files), facts, target)), notes }
  },
})

/** The kinds for which there are weights; from version 3.5 on, one file serves both. */
function kindsOf(files: readonly string[]): Kind[] {
  return (['classifier', 'regressor'] as const).filter((kind) => files.some((file) => !file.includes(kinds[kind].other)))
}

function kindByName(facts: ModelFacts): Kind {
  return facts.task === 'tabular-regression' || /-reg$/i.test(facts.name) ? 'regressor' : 'classifier'
}

/** The package's own choice for the kind, if the repository has it: a default, or the file that version 2 was tuned to. */
function fileFor(kind: Kind, files: readonly string[]): string | undefined {
  const fitting = files.filter((file) => !file.includes(kinds[kind].other))
  return (
    fitting.find((file) => /_default\.ckpt$|-finetuned-zk73skhh\.ckpt$|v2-regressor\.ckpt$|v3\.5-\d+\.safetensors$/.test(file)) ??
    fitting[0]
  )
}

function draft(kind: Kind, file: string | undefined, facts: ModelFacts, target: Target): Draft {
  const { className, data, title } = kinds[kind]
  const code = py`
    from huggingface_hub import hf_hub_download
    from sklearn.datasets import ${identifier(data)}
    from sklearn.model_selection import train_test_split
    from tabpfn import ${identifier(className)}

    path = hf_hub_download(${facts.id}, ${file ?? fill('tabpfn-your-version.safetensors')}${pythonRevision(target)})
    features, targets = ${identifier(data)}(return_X_y=True)
    x_train, x_test, y_train, y_test = train_test_split(features, targets, random_state=42)
    model = ${identifier(className)}(model_path=path${when(target.device !== 'auto', py`, device=${target.device}`)})
    model.fit(x_train, y_train)
    print(model.score(x_test, y_test))
  `
  return { id: kind === 'classifier' ? 'classify' : 'regress', title, code: pythonBlock(target, code) }
}
