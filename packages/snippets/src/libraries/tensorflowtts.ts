import { type Block, fill, py } from '../code/index.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import type { Target } from '../target.ts'

/**
 * It loads files as well as names; the files are downloaded first, because its own download uses a function that huggingface_hub no longer has
 * (`cached_download`, up to 0.25). @see https://github.com/TensorSpeech/TensorFlowTTS — API of release 1.8, the last one
 */
export const library = defineLibrary({
  id: 'tensorflowtts',
  label: 'TensorFlowTTS',
  repo: 'https://github.com/TensorSpeech/TensorFlowTTS',
  downloads: 'default',
  names: { pypi: ['TensorFlowTTS'] },
  install: () => ({ python: ['TensorFlowTTS', 'huggingface_hub<0.26'] }),
  snippets(facts, target) {
    return {
      drafts: [
        facts.tags.has('text-to-mel')
          ? textToMel(facts, target)
          : facts.tags.has('mel-to-wav')
            ? melToWave(facts, target)
            : plain(facts, target),
      ],
      notes: [
        {
          code: 'unmaintained',
          text: 'TensorFlowTTS has had no release since 2021, and needs huggingface_hub before 0.26 and a TensorFlow of that time.',
        },
      ],
    }
  },
})

/** `config` and `weights`: paths of the two files that every model has. */
function files(facts: ModelFacts, target: Target): Block {
  return py`
    config = AutoConfig.from_pretrained(hf_hub_download(${facts.id}, "config.yml"${pythonRevision(target)}))
    weights = hf_hub_download(${facts.id}, "model.h5"${pythonRevision(target)})
    model = TFAutoModel.from_pretrained(weights, config=config)
  `
}

function textToMel(facts: ModelFacts, target: Target): Draft {
  const code = py`
    from huggingface_hub import hf_hub_download
    from tensorflow_tts.inference import AutoConfig, AutoProcessor, TFAutoModel

    ${files(facts, target)}
    processor = AutoProcessor.from_pretrained(hf_hub_download(${facts.id}, "processor.json"${pythonRevision(target)}))
    print(processor.text_to_sequence(${facts.widgetText ?? 'The harbour is quiet.'}))
  `
  return { id: 'text-to-mel', title: 'Load the model and what prepares its text', code: pythonBlock(target, code) }
}

function melToWave(facts: ModelFacts, target: Target): Draft {
  const code = py`
    import numpy
    from huggingface_hub import hf_hub_download
    from tensorflow_tts.inference import AutoConfig, TFAutoModel

    ${files(facts, target)}
    mels = numpy.load(${fill('your-mel-spectrogram.npy')})
    audio = model.inference(mels)
  `
  return { id: 'mel-to-wav', title: 'Turn a spectrogram into sound', code: pythonBlock(target, code) }
}

function plain(facts: ModelFacts, target: Target): Draft {
  const code = py`
    from huggingface_hub import hf_hub_download
    from tensorflow_tts.inference import AutoConfig, TFAutoModel

    ${files(facts, target)}
  `
  return { id: 'load', title: 'Load the model', code: pythonBlock(target, code) }
}
