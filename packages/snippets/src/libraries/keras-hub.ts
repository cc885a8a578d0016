import { type Block, identifier, lines, py } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

const known = ['CausalLM', 'TextToImage', 'TextClassifier', 'ImageClassifier'] as const

/** @see https://keras.io/keras_hub */
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
    const notes: Note[] =
      revisionOf(target) === null ? [] : [{ code: 'no-revision', text: 'KerasHub presets take no revision: the default branch is loaded.' }]
    return { drafts, notes }
  },
})

function block(facts: ModelFacts, target: Target, task: string): Block {
  const preset = `hf://${facts.id}`
  const head = lines('python', [target.isHuggingFace ? py`import os` : undefined, py`os.environ.setdefault("KERAS_BACKEND", "jax")`], 1)
  const body = (() => {
    switch (task) {
      case 'CausalLM':
        return py`
          import keras_hub

          model = keras_hub.models.CausalLM.from_preset(${preset}, dtype="bfloat16")
          model.compile(sampler="greedy")
          print(model.generate(${facts.widgetText ?? 'Once upon a time'}, max_length=64))
        `
      case 'TextToImage':
        return py`
          import keras_hub

          model = keras_hub.models.TextToImage.from_preset(${preset}, dtype="bfloat16")
          images = model.generate(${facts.widgetText ?? 'An old sea chart of an imaginary coast'})
        `
      case 'TextClassifier':
        return py`
          import keras_hub

          model = keras_hub.models.TextClassifier.from_preset(${preset}, num_classes=2)
          model.fit(x=["A calm sea", "A heavy storm"], y=[0, 1])
          print(model.predict(["A light breeze"]))
        `
      case 'ImageClassifier':
        return py`
          import keras
          import keras_hub

          model = keras_hub.models.ImageClassifier.from_preset(${preset}, num_classes=2)
          model.fit(x=keras.random.randint((32, 64, 64, 3), 0, 256), y=keras.random.randint((32, 1), 0, 2))
          print(model.predict(keras.random.randint((1, 64, 64, 3), 0, 256)))
        `
      default:
        return py`
          import keras_hub

          model = keras_hub.models.${identifier(task)}.from_preset(${preset})
        `
    }
  })()
  return pythonBlock(target, lines('python', [head, body], 1))
}
