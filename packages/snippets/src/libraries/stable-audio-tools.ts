import { py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** @see https://github.com/Stability-AI/stable-audio-tools — API of release 0.0.20 */
export const library = defineLibrary({
  id: 'stable-audio-tools',
  label: 'Stable Audio Tools',
  repoName: 'stable-audio-tools',
  repo: 'https://github.com/Stability-AI/stable-audio-tools.git',
  filter: false,
  downloads: path('model.safetensors'),
  names: { pypi: ['stable-audio-tools'] },
  install: () => ({ python: ['stable-audio-tools'] }),
  snippets(facts, target) {
    const device =
      when(target.device !== 'auto', py`device = ${target.device}`) ?? py`device = "cuda" if torch.cuda.is_available() else "cpu"`
    const code = py`
      import torch
      import torchaudio
      from einops import rearrange
      from stable_audio_tools import get_pretrained_model
      from stable_audio_tools.inference.generation import generate_diffusion_cond

      ${device}
      model, config = get_pretrained_model(${facts.id})
      sample_rate = config["sample_rate"]
      sample_size = config["sample_size"]
      model = model.to(device)

      conditioning = [{"prompt": ${facts.widgetText ?? 'Waves on a pebble beach, gulls far away'}, "seconds_start": 0, "seconds_total": 10}]
      output = generate_diffusion_cond(model, conditioning=conditioning, sample_size=sample_size, device=device)

      output = rearrange(output, "b d n -> d (b n)").to(torch.float32)
      output = output.div(output.abs().max()).clamp(-1, 1).mul(32767).to(torch.int16).cpu()
      torchaudio.save("output.wav", output, sample_rate)
    `
    return {
      drafts: [{ id: 'generate', title: 'Generate sound from a description', code: pythonBlock(target, code) }],
      notes: noRevision(target, 'get_pretrained_model'),
    }
  },
})
