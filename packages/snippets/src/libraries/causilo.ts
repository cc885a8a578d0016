import { type Block, identifier, py } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { pythonBlock } from '../preamble.ts'

/** @see https://github.com/nums-ai/causilo — API of release 1.0 */
export const library = defineLibrary({
  id: 'causilo',
  label: 'Causilo',
  repo: 'https://github.com/nums-ai/causilo',
  filter: false,
  downloads: anyOf(path('classifier/config.json'), path('regressor/config.json')),
  names: { pypi: ['causilo'] },
  install: () => ({ python: ['causilo'] }),
  snippets(facts, target) {
    const knows = (part: string) => facts.files.length === 0 || facts.files.includes(`${part}/config.json`)
    const device = target.device === 'cpu' || target.device === 'cuda' ? py`device=${target.device}` : py`device="auto"`
    const drafts: Draft[] = []
    if (knows('classifier') || !knows('regressor'))
      drafts.push({
        id: 'classify',
        title: 'Classify rows',
        code: pythonBlock(target, predict('CausiloClassifier', 'load_breast_cancer', device)),
      })
    if (knows('regressor'))
      drafts.push({
        id: 'regress',
        title: 'Predict a number',
        code: pythonBlock(target, predict('CausiloRegressor', 'load_diabetes', device)),
      })
    return {
      drafts,
      notes: [
        {
          code: 'fixed-model',
          text: 'The package loads nums-ai/causilo at the commit that its release was made for, whatever the repository or revision.',
        },
        { code: 'licence', text: 'The weights have a licence of their own, for research: read it before other use.' },
        { code: 'python-version', text: 'It needs Python 3.10 to 3.12.' },
      ],
    }
  },
})

function predict(className: string, data: string, device: Block): Block {
  return py`
    from causilo import ${identifier(className)}
    from sklearn.datasets import ${identifier(data)}
    from sklearn.model_selection import train_test_split

    features, targets = ${identifier(data)}(return_X_y=True)
    x_train, x_test, y_train, y_test = train_test_split(features, targets, random_state=42)
    model = ${identifier(className)}(${device})
    model.fit(x_train, y_train)
    print(model.score(x_test, y_test))
  `
}
