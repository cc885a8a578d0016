import { type Block, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

const classify = py`
  from flextab import FlexTabClassifier
  from sklearn.datasets import load_breast_cancer
  from sklearn.metrics import accuracy_score
  from sklearn.model_selection import train_test_split

  features, labels = load_breast_cancer(return_X_y=True)
  x_train, x_test, y_train, y_test = train_test_split(features, labels, test_size=0.5, random_state=42)
  model = FlexTabClassifier(max_context_size=8192, bagging=8)
  model.fit(x_train, y_train)
  print(model.predict_proba(x_test)[:3])
  print(accuracy_score(y_test, model.predict(x_test)))
`

const regress = py`
  from flextab import FlexTabRegressor
  from sklearn.datasets import fetch_openml
  from sklearn.metrics import r2_score
  from sklearn.model_selection import train_test_split

  houses = fetch_openml(data_id=531, as_frame=True)
  x_train, x_test, y_train, y_test = train_test_split(houses.data, houses.target.astype(float), test_size=0.5, random_state=42)
  model = FlexTabRegressor(max_context_size=8192, bagging=8)
  model.fit(x_train, y_train)
  print(r2_score(y_test, model.predict(x_test)))
`

const match = py`
  import pandas as pd
  from flextab import FlexTabMatcher

  left = pd.DataFrame({"name": ["Ada Byron", "Grace Hopper", "Emmy Noether", "Sofia Kovalevskaya"], "born": [1815, 1906, 1882, 1850]})
  right = pd.DataFrame({"name": ["A. Byron", "G. Hopper", "Emmi Nöther", "Mary Cartwright"], "born": [1815, 1906, 1882, 1900]})
  same = [1, 1, 1, 0]  # whether the rows at one place are about the same person
  model = FlexTabMatcher(max_context_size=8192, bagging=1)
  model.fit(left, right, same)
  print(model.predict(left, right))
`

/**
 * The classes download their own checkpoint. Their source was not available: the calls are those shown on its card. @see
 * https://github.com/SAP-samples/flextab
 */
export const library = defineLibrary({
  id: 'flextab',
  label: 'FlexTab',
  repo: 'https://github.com/SAP-samples/flextab',
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/SAP-samples/flextab', 'scikit-learn', 'pandas'] }),
  snippets(facts, target) {
    const draft = (id: string, title: string, code: Block) => ({ id, title, code: pythonBlock(target, code) })
    return {
      drafts: [
        draft('classify', 'Classify rows', classify),
        draft('regress', 'Predict a number', regress),
        draft('match', 'Match rows of two tables', match),
      ],
      notes: [
        {
          code: 'fixed-model',
          text: `The classes take no repository: they load the checkpoint that FlexTab names itself, not ${facts.id}${revisionOf(target) === null ? '' : ' at this revision'}.`,
        },
      ],
    }
  },
})
