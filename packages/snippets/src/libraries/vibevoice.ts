import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/microsoft/VibeVoice — API of release 0.0.1 */
export const library = defineLibrary({
  id: 'vibevoice',
  label: 'VibeVoice',
  repo: 'https://github.com/microsoft/VibeVoice',
  filter: false,
  downloads: 'default',
  names: { pypi: ['vibevoice'] },
  install: () => ({ python: ['vibevoice', 'librosa', 'soundfile'] }),
  snippets(facts, target) {
    const revision = pythonRevision(target)
    const code = py`
      import librosa
      import soundfile as sf
      import torch
      from vibevoice.modular.modeling_vibevoice_inference import VibeVoiceForConditionalGenerationInference
      from vibevoice.processor.vibevoice_processor import VibeVoiceProcessor

      device = "cuda" if torch.cuda.is_available() else "cpu"
      voice, _ = librosa.load(${fill('your-voice.wav')}, sr=24000, mono=True)
      processor = VibeVoiceProcessor.from_pretrained(${facts.id}${revision})
      model = VibeVoiceForConditionalGenerationInference.from_pretrained(${facts.id}${revision}, torch_dtype=torch.bfloat16)
      model = model.to(device).eval()
      model.set_ddpm_inference_steps(5)

      inputs = processor(
          text=["Speaker 0: The wind has turned.\nSpeaker 1: Then we sail at dawn."],
          voice_samples=[[voice]],
          return_tensors="pt",
          padding=True,
      )
      inputs = {name: value.to(device) if torch.is_tensor(value) else value for name, value in inputs.items()}
      output = model.generate(**inputs, cfg_scale=1.3, tokenizer=processor.tokenizer)
      sf.write("output.wav", output.speech_outputs[0].cpu().float().numpy().squeeze(), 24000)
    `
    return { drafts: [{ id: 'dialogue', title: 'Speak a dialogue in a voice', code: pythonBlock(target, code) }] }
  },
})
