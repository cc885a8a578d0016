import { type Block, fill, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

type Generation = '1' | '2' | '2.5'

/** Each generation has its own module; the files determine the generation or, if they are not known, the name. */
function generationOf(facts: ModelFacts): Generation {
  if (facts.files.includes('codec.pth') || /tts-?2\.5/i.test(facts.name)) return '2.5'
  if (facts.files.includes('s2mel.pth') || /tts-?2(?![\d.])/i.test(facts.name)) return '2'
  return '1'
}

/** @see https://github.com/index-tts/index-tts — API of its main branch, version 2.0 */
export const library = defineLibrary({
  id: 'index-tts',
  label: 'IndexTTS',
  repo: 'https://github.com/index-tts/index-tts',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/index-tts/index-tts', editable: '.' }, python: ['huggingface_hub'] }),
  snippets(facts, target) {
    const generation = generationOf(facts)
    const notes: Note[] = [
      { code: 'python-version', text: 'It needs Python 3.10 or 3.11, and pins what it depends on: give it an environment of its own.' },
    ]
    if (generation !== '1' && !target.isHuggingFace)
      notes.push({
        code: 'fixed-model',
        text: 'Beside this model it loads facebook/w2v-bert-2.0, amphion/MaskGCT, funasr/campplus and a BigVGAN of nvidia: those have to be on this hub too.',
      })
    return {
      drafts: [{ id: 'speak', title: 'Speak with the voice of a recording', code: pythonBlock(target, speak(facts, target, generation)) }],
      notes,
    }
  },
})

function speak(facts: ModelFacts, target: Target, generation: Generation): Block {
  // It downloads its other models into a folder below this one.
  const download = py`path = snapshot_download(${facts.id}, local_dir="checkpoints"${pythonRevision(target)})`
  const device = when(target.device !== 'auto', py`, device=${target.device}`)
  const sentence = 'The tide turns at noon, and then we sail.'
  if (generation === '1') {
    return py`
      from huggingface_hub import snapshot_download
      from indextts.infer import IndexTTS

      ${download}
      model = IndexTTS(model_dir=path, cfg_path=f"{path}/config.yaml"${device})
      model.infer(${fill('your-voice.wav')}, ${sentence}, "speech.wav")
    `
  }
  const load = py`model = IndexTTS2(model_dir=path, cfg_path=f"{path}/config.yaml"${device})`
  const prompt = py`spk_audio_prompt=${fill('your-voice.wav')}, text=${sentence}, output_path="speech.wav"`
  if (generation === '2') {
    return py`
      from huggingface_hub import snapshot_download
      from indextts.infer_v2 import IndexTTS2

      ${download}
      ${load}
      model.infer(${prompt})
    `
  }
  return py`
    from huggingface_hub import snapshot_download
    from indextts.infer_v2_5 import IndexTTS2

    ${download}
    ${load}
    model.infer(${prompt}, lang="EN")
  `
}
