import { py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/**
 * The loader accepts names from its own list; a repository is added by an entry there. @see https://github.com/Stability-AI/stable-audio-3 — its main
 * branch
 */
export const library = defineLibrary({
  id: 'stable-audio-3',
  label: 'Stable Audio 3',
  repoName: 'stable-audio-3',
  repo: 'https://github.com/Stability-AI/stable-audio-3',
  filter: false,
  downloads: path('model_config.json'),
  names: { none: 'Its makers publish it in their repository only.' },
  install: () => ({ python: ['git+https://github.com/Stability-AI/stable-audio-3.git', 'torchaudio'] }),
  snippets(facts, target) {
    const code = py`
      import torchaudio
      from stable_audio_3 import StableAudioModel
      from stable_audio_3.model_configs import ModelConfig, all_models

      all_models["this"] = ModelConfig(${facts.id}, "model_config.json", "model.safetensors")
      model = StableAudioModel.from_pretrained("this"${when(target.device !== 'auto', py`, device=${target.device}`)})
      audio = model.generate(prompt=${facts.widgetText ?? 'Waves on a pebble beach, gulls far away'}, duration=10)
      torchaudio.save("output.wav", audio[0].cpu(), model.model.sample_rate)
    `
    return {
      drafts: [{ id: 'generate', title: 'Generate sound from a description', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'gpu-required',
          text: 'Models of medium size need an NVIDIA graphics card, and flash-attn 2 installed beside the package; small ones run without.',
        },
        ...noRevision(target, 'StableAudioModel'),
      ],
    }
  },
})
