import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** Sampling parameters as recommended by the authors. @see https://github.com/MoonshotAI/Kimi-Audio */
export const library = defineLibrary({
  id: 'kimi-audio',
  label: 'KimiAudio',
  repo: 'https://github.com/MoonshotAI/Kimi-Audio',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/MoonshotAI/Kimi-Audio.git', 'huggingface_hub', 'soundfile'] }),
  snippets(facts, target) {
    const load = py`
      ${pythonSnapshot(facts, target)}
      model = KimiAudio(model_path=path, load_detokenizer=True)
      sampling = {
          "audio_temperature": 0.8,
          "audio_top_k": 10,
          "text_temperature": 0.0,
          "text_top_k": 5,
      }
    `
    const transcribe = py`
      from huggingface_hub import snapshot_download
      from kimia_infer.api.kimia import KimiAudio

      ${load}
      messages = [
          {"role": "user", "message_type": "text", "content": "Write down what is said:"},
          {"role": "user", "message_type": "audio", "content": ${fill('your-audio.wav')}},
      ]
      _, text = model.generate(messages, **sampling, output_type="text")
      print(text)
    `
    const answer = py`
      import soundfile as sf
      from huggingface_hub import snapshot_download
      from kimia_infer.api.kimia import KimiAudio

      ${load}
      messages = [{"role": "user", "message_type": "audio", "content": ${fill('your-question.wav')}}]
      wav, text = model.generate(messages, **sampling, output_type="both")
      sf.write("answer.wav", wav.detach().cpu().view(-1).numpy(), 24000)
      print(text)
    `
    return {
      drafts: [
        { id: 'transcribe', title: 'Transcribe a recording', code: pythonBlock(target, transcribe) },
        { id: 'answer', title: 'Answer a spoken question, in speech', code: pythonBlock(target, answer) },
      ],
      notes: [{ code: 'gpu-required', text: 'It needs an NVIDIA graphics card.' }],
    }
  },
})
