import { type Block, fill, py, sh } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** A folder is loaded as is: by default, names are looked up on ModelScope. @see https://github.com/FunAudioLLM/CosyVoice — its main branch */
export const library = defineLibrary({
  id: 'cosyvoice',
  label: 'CosyVoice',
  repo: 'https://github.com/FunAudioLLM/CosyVoice',
  filter: false,
  downloads: anyOf(ext('onnx'), ext('pt')),
  names: { none: 'Its makers publish it in their repository only: the code runs inside a checkout.' },
  install: () => ({
    tool: sh`
      git clone --recursive https://github.com/FunAudioLLM/CosyVoice.git
      cd CosyVoice
      pip install -r requirements.txt
    `,
  }),
  snippets(facts, target) {
    const code = py`
      import sys

      sys.path.append("third_party/Matcha-TTS")
      import torchaudio
      from cosyvoice.cli.cosyvoice import AutoModel
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      model = AutoModel(model_dir=path)
      ${speak(facts)}
          torchaudio.save(f"output-{number}.wav", result["tts_speech"], model.sample_rate)
    `
    return {
      drafts: [
        { id: 'speak', title: hasVoices(facts) ? 'Speak a text' : 'Speak with the voice of a recording', code: pythonBlock(target, code) },
      ],
      notes: [
        { code: 'python-version', text: 'Its requirements are pinned, for Python 3.10: give it an environment of its own.' },
        { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})

/** Models fine-tuned on their own voices include them. */
function hasVoices({ name }: ModelFacts): boolean {
  return /-sft|-instruct/i.test(name)
}

/** The third generation requires a marker between the instruction and the spoken text. */
function isThird(facts: ModelFacts): boolean {
  return facts.files.includes('cosyvoice3.yaml') || (facts.files.length === 0 && /cosyvoice-?3/i.test(facts.name))
}

function speak(facts: ModelFacts): Block {
  const text = facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'
  if (hasVoices(facts))
    return py`
      voice = model.list_available_spks()[0]
      for number, result in enumerate(model.inference_sft(${text}, voice)):
    `
  const said = isThird(facts)
    ? py`said = "Speak clearly.<|endofprompt|>" + ${fill('what is said in your recording')}`
    : py`said = ${fill('what is said in your recording')}`
  return py`
    ${said}
    for number, result in enumerate(model.inference_zero_shot(${text}, said, ${fill('your-voice.wav')})):
  `
}
