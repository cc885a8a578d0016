import { type Block, fill, identifier, lines, py, when } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { noRevision, pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** The repository that the classes always load. */
const official = 'SAP/sap-rpt-1-oss'

/** Cards from before the rename name another package, which its first releases contain. */
function isFormer({ library }: ModelFacts): boolean {
  return library === 'contexttab'
}

/** @see https://github.com/SAP-samples/sap-rpt-1-oss — API of release 1.1; of release 1.0 under its former name, ConTextTab */
export const library = defineLibrary({
  id: 'sap-rpt-1-oss',
  label: 'sap-rpt-1-oss',
  repo: 'https://github.com/SAP-samples/sap-rpt-1-oss',
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: (facts) => ({
    python: [
      `git+https://github.com/SAP-samples/sap-rpt-1-oss${isFormer(facts) ? '@v1.0.1' : ''}`,
      'scikit-learn',
      'pandas',
      ...(isFormer(facts) ? [] : ['huggingface_hub']),
    ],
  }),
  snippets(facts, target) {
    const former = isFormer(facts)
    const loadsThis = facts.id.toLowerCase() === official.toLowerCase() && revisionOf(target) === null
    const notes: Note[] = [{ code: 'python-version', text: 'It needs Python 3.11 or newer.' }]
    if (former)
      notes.push(
        { code: 'fixed-model', text: 'The classes take no repository: they load sap-ai-research/contexttab of this hub.' },
        ...noRevision(target, 'The constructor'),
      )
    else if (!loadsThis)
      notes.push({
        code: 'fixed-model',
        text: `The constructor loads ${official} of this hub, whatever it is asked; the weights of this repository take their place after it.`,
      })
    const drafts: Draft[] = (['Classifier', 'Regressor'] as const).map((kind) => ({
      id: kind === 'Classifier' ? 'classify' : 'regress',
      title: kind === 'Classifier' ? 'Classify rows' : 'Predict a number',
      code: pythonBlock(target, code(kind, facts, target, former, loadsThis)),
    }))
    return { drafts, notes }
  },
})

function code(kind: 'Classifier' | 'Regressor', facts: ModelFacts, target: Target, former: boolean, loadsThis: boolean): Block {
  const className = identifier(former ? `ConTextTab${kind}` : `SAP_RPT_OSS_${kind}`)
  const load = identifier(kind === 'Classifier' ? 'load_breast_cancer' : 'fetch_openml')
  const metric = identifier(kind === 'Classifier' ? 'accuracy_score' : 'r2_score')
  const make = former
    ? py`
        model = ${className}(checkpoint="l2/base.pt", checkpoint_revision="v1.0.0", bagging=1, max_context_size=2048)
      `
    : py`
        # less of both needs less memory: 80 GB of a GPU are recommended for these
        model = ${className}(max_context_size=8192, bagging=8)
      `
  const replaces = !former && !loadsThis
  return lines(
    'python',
    [
      lines('python', [
        former ? py`from contexttab import ${className}` : undefined,
        when(replaces, py`from huggingface_hub import hf_hub_download`),
        former ? undefined : py`from sap_rpt_oss import ${className}`,
        py`from sklearn.datasets import ${load}`,
        py`from sklearn.metrics import ${metric}`,
        py`from sklearn.model_selection import train_test_split`,
      ]),
      lines('python', [
        kind === 'Classifier'
          ? py`features, targets = load_breast_cancer(return_X_y=True)`
          : py`
              features, targets = fetch_openml(data_id=531, as_frame=True, return_X_y=True)
              targets = targets.astype(float)
            `,
        py`x_train, x_test, y_train, y_test = train_test_split(features, targets, test_size=0.5, random_state=42)`,
        make,
        when(
          replaces,
          py`
            path = hf_hub_download(${facts.id}, ${filesEnding(facts, '.pt')[0] ?? fill('your-checkpoint.pt')}${pythonRevision(target)})
            model.model.load_weights(path, model.device)
          `,
        ),
        py`model.fit(x_train, y_train)`,
        when(kind === 'Classifier', py`print(model.predict_proba(x_test)[:3])`),
        py`print(${metric}(y_test, model.predict(x_test)))`,
      ]),
    ],
    1,
  )
}
