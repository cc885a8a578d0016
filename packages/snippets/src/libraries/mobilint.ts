import { fill, py } from '../code/index.ts'
import { anyOf, ext, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** @see https://docs.mobilint.com */
export const library = defineLibrary({
  id: 'mobilint',
  label: 'Mobilint',
  repoName: 'mblt-model-zoo',
  repo: 'https://github.com/mobilint/mblt-model-zoo',
  docs: 'https://docs.mobilint.com',
  filter: false,
  downloads: anyOf(path('config.json'), ext('mxq')),
  names: { pypi: ['mblt-model-zoo'] },
  install: () => ({ python: ['mblt-model-zoo'] }),
  snippets(facts, target) {
    const code = py`
      from mblt_model_zoo.vision import MBLT_Engine

      model = MBLT_Engine(model_cls=${facts.name}, model_type="DEFAULT", model_path="", core_mode="global8")
      try:
          image = model.preprocess(${fill('your-image.jpg')})
          output = model(image)
          result = model.postprocess(output)
          print(result)
      finally:
          model.dispose()
    `
    return {
      drafts: [{ id: 'run', title: 'Run the model on a picture', code: pythonBlock(target, code) }],
      notes: [
        { code: 'platform', text: 'It runs on a Mobilint NPU.' },
        { code: 'fixed-model', text: 'The package finds models by the name after the slash, in the repositories of their maker.' },
        ...noRevision(target, 'MBLT_Engine'),
      ],
    }
  },
})
