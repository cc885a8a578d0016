import { type Block, fill, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import type { Target } from '../target.ts'

/**
 * The processor accepts no revision, so the folder is passed. The model's name determines its abilities: the wrong call is rejected.
 * @see https://github.com/QwenLM/Qwen3-TTS — API of release 0.1 of qwen-tts
 */
export const library = defineLibrary({
  id: 'qwen3_tts',
  label: 'Qwen3-TTS',
  repo: 'https://github.com/QwenLM/Qwen3-TTS',
  filter: false,
  downloads: 'default',
  names: { pypi: ['qwen-tts', 'huggingface_hub'] },
  install: () => ({ python: ['qwen-tts', 'torch', 'soundfile', 'huggingface_hub'] }),
  snippets(facts, target) {
    return { drafts: [/tokenizer/i.test(facts.name) ? codec(facts, target) : speak(facts, target)] }
  },
})

function device(target: Target): Block {
  if (target.device !== 'auto') return py`device = ${target.device}`
  return py`device = "cuda" if torch.cuda.is_available() else "cpu"`
}

function call({ name }: ModelFacts): Block {
  if (/VoiceDesign/i.test(name)) {
    return py`
      wavs, sample_rate = model.generate_voice_design(
          text="The tide turns at noon.",
          language="English",
          instruct="An old sailor, calm and a little hoarse",
      )
    `
  }
  if (/-Base/i.test(name)) {
    return py`
      wavs, sample_rate = model.generate_voice_clone(
          text="The tide turns at noon.",
          language="English",
          ref_audio=${fill('your-voice.wav')},
          ref_text=${fill('what is said in your-voice.wav')},
      )
    `
  }
  return py`
    wavs, sample_rate = model.generate_custom_voice(
        text="The tide turns at noon.",
        language="English",
        speaker="Ryan",
        instruct="Slowly, with joy",
    )
  `
}

function speak(facts: ModelFacts, target: Target): Draft {
  const code = py`
    import soundfile as sf
    import torch
    from huggingface_hub import snapshot_download
    from qwen_tts import Qwen3TTSModel

    ${device(target)}
    ${pythonSnapshot(facts, target)}
    model = Qwen3TTSModel.from_pretrained(path, device_map=device, dtype=torch.bfloat16)
    ${call(facts)}
    sf.write("output.wav", wavs[0], sample_rate)
  `
  return { id: 'speak', title: 'Read a text aloud', code: pythonBlock(target, code) }
}

function codec(facts: ModelFacts, target: Target): Draft {
  const code = py`
    import soundfile as sf
    ${when(target.device === 'auto', py`import torch`)}
    from huggingface_hub import snapshot_download
    from qwen_tts import Qwen3TTSTokenizer

    ${device(target)}
    ${pythonSnapshot(facts, target)}
    tokenizer = Qwen3TTSTokenizer.from_pretrained(path, device_map=device)
    codes = tokenizer.encode(${fill('your-audio.wav')})
    wavs, sample_rate = tokenizer.decode(codes)
    sf.write("output.wav", wavs[0], sample_rate)
  `
  return { id: 'codec', title: 'Turn a recording into codes, and back', code: pythonBlock(target, code) }
}
