import { type Block, fill, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** The model zoo accepts a revision after an @ in the name. @see https://espnet.github.io/espnet — API of release 202611 */
export const library = defineLibrary({
  id: 'espnet',
  label: 'ESPnet',
  repo: 'https://github.com/espnet/espnet',
  docs: 'https://espnet.github.io/espnet',
  filter: true,
  downloads: 'default',
  names: { pypi: ['espnet', 'espnet_model_zoo'] },
  install: () => ({ python: ['espnet', 'espnet_model_zoo', 'soundfile'] }),
  snippets(facts, target) {
    const draft = kindOf(facts, target)
    if (draft !== null) return { drafts: [draft] }
    return {
      drafts: [],
      notes: [
        { code: 'type-unknown', text: 'The type of the model is unknown: it must be text-to-speech or automatic-speech-recognition.' },
      ],
    }
  },
})

function kindOf(facts: ModelFacts, target: Target): Draft | null {
  const is = (task: string) => facts.tags.has(task) || facts.task === task
  if (is('text-to-speech')) return { id: 'speak', title: 'Speak a sentence', code: pythonBlock(target, speak(facts, target)) }
  if (is('automatic-speech-recognition'))
    return { id: 'transcribe', title: 'Transcribe a recording', code: pythonBlock(target, transcribe(facts, target)) }
  return null
}

function loadArguments(facts: ModelFacts, target: Target): Block {
  const revision = revisionOf(target)
  const name = `${facts.id}${revision === null ? '' : `@${revision}`}`
  return py`${name}${when(target.device !== 'auto', py`, device=${target.device}`)}`
}

function speak(facts: ModelFacts, target: Target): Block {
  return py`
    import soundfile
    from espnet2.bin.tts_inference import Text2Speech

    model = Text2Speech.from_pretrained(${loadArguments(facts, target)})
    speech = model("The ship left the harbour at dawn.")["wav"]
    soundfile.write("speech.wav", speech.cpu().numpy(), model.fs)
  `
}

function transcribe(facts: ModelFacts, target: Target): Block {
  return py`
    import soundfile
    from espnet2.bin.asr_inference import Speech2Text

    model = Speech2Text.from_pretrained(${loadArguments(facts, target)})
    speech, rate = soundfile.read(${fill('your-audio.wav')})
    text, *_ = model(speech)[0]
    print(text)
  `
}
