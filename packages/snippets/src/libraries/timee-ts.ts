import { identifier, lines, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/**
 * Weights that process all channels together have their own class, and are marked in their name. @see https://pypi.org/project/timee-ts/ — API of
 * release 0.1
 */
export const library = defineLibrary({
  id: 'timee-ts',
  label: 'timee-ts',
  repo: 'https://github.com/liamsbhoo/timee',
  filter: false,
  downloads: path('model.safetensors'),
  names: { pypi: ['timee-ts', 'huggingface_hub'] },
  install: () => ({ python: ['timee-ts'] }),
  snippets(facts, target) {
    const isMultivariate = /multivariate/i.test(facts.name)
    const className = isMultivariate ? 'TimeeMultivariateClassifier' : 'TimeeClassifier'
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      ${lines('python', [py`import numpy as np`, imports, py`from timee import ${identifier(className)}`])}

      ${lines('python', [
        fetch,
        py`classifier = ${identifier(className)}.from_pretrained(${source}${when(target.device !== 'auto', py`, device=${target.device}`)})`,
      ])}

      # your series: samples, channels, steps
      random = np.random.default_rng(42)
      labels = np.array(["calm", "rough"] * 10)
      known = random.standard_normal((20, ${isMultivariate ? 3 : 1}, 256)).astype(np.float32)
      known[1::2] *= 3
      predictions, probabilities = classifier.predict(known, labels, 3 * known[:5])
      print(predictions)
    `
    return {
      drafts: [
        {
          id: isMultivariate ? 'channels' : 'classify',
          title: isMultivariate ? 'Classify series of several channels' : 'Classify series',
          code: pythonBlock(target, code),
        },
      ],
    }
  },
})
