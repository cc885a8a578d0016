import { type Block, identifier, lines, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

const known = ['CausalLM', 'TextToImage', 'TextClassifier', 'ImageClassifier'] as const

/** A preset is an address without a revision, or a folder. @see https://keras.io/keras_hub — API of release 0.32 */
export const library = defineLibrary({
  id: 'keras-hub',
  label: 'KerasHub',
  repo: 'https://github.com/keras-team/keras-hub',
  docs: 'https://keras.io/keras_hub',
  filter: true,
  downloads: 'default',
  names: { pypi: ['keras-hub', 'keras'] },
  install: () => ({ python: ['keras-hub', 'keras', 'jax', 'huggingface_hub'] }),
  offers: (facts) => facts.tags.has('keras-hub'),
  snippets(facts, target) {
    const tasks = [
      ...known.filter((task) => facts.kerasTasks.includes(task)),
      ...facts.kerasTasks.filter((task) => !known.some((name) => name === task) && task !== 'Backbone'),
    ]
    const drafts = [...tasks, 'Backbone'].map((task): Draft => ({
      id: task,
      title: task === 'Backbone' ? 'Load the backbone' : `Use as ${task}`,
      code: block(facts, target, task),
    }))
    return { drafts }
  },
})

function block(facts: ModelFacts, target: Target, task: string): Block {
  const pinned = revisionOf(target) !== null
  const source = pinned ? py`path` : py`${`hf://${facts.id}`}`
  const code = lines(
    'python',
    [
      when(target.isHuggingFace, py`import os`),
      py`os.environ.setdefault("KERAS_BACKEND", "jax")`,
      lines('python', [
        when(task === 'ImageClassifier', py`import keras`),
        py`import keras_hub`,
        when(pinned, py`from huggingface_hub import snapshot_download`),
      ]),
      lines('python', [when(pinned, pythonSnapshot(facts, target)), use(facts, task, source)]),
    ],
    1,
  )
  return pythonBlock(target, code)
}

/** Loads the preset and demonstrates the task. */
function use(facts: ModelFacts, task: string, source: Block): Block {
  switch (task) {
    case 'CausalLM':
      return py`
        model = keras_hub.models.CausalLM.from_preset(${source}, dtype="bfloat16")
        model.compile(sampler="greedy")
        print(model.generate(${facts.widgetText ?? 'Once upon a time'}, max_length=64))
      `
    case 'TextToImage':
      return py`
        model = keras_hub.models.TextToImage.from_preset(${source}, dtype="bfloat16")
        images = model.generate(${facts.widgetText ?? 'An old sea chart of an imaginary coast'})
      `
    case 'TextClassifier':
      return py`
        model = keras_hub.models.TextClassifier.from_preset(${source}, num_classes=2)
        model.fit(x=["A calm sea", "A heavy storm"], y=[0, 1])
        print(model.predict(["A light breeze"]))
      `
    case 'ImageClassifier':
      return py`
        model = keras_hub.models.ImageClassifier.from_preset(${source}, num_classes=2)
        model.fit(x=keras.random.randint((32, 64, 64, 3), 0, 256), y=keras.random.randint((32, 1), 0, 2))
        print(model.predict(keras.random.randint((1, 64, 64, 3), 0, 256)))
      `
    default:
      return py`model = keras_hub.models.${identifier(task)}.from_preset(${source})`
  }
}
