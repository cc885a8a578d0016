import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/Zyphra/Zonos — sample.py */
export const library = defineLibrary({
  id: 'zonos',
  label: 'Zonos',
  repo: 'https://github.com/Zyphra/Zonos',
  filter: false,
  downloads: 'default',
  names: { none: 'Its makers publish it in their repository only: the zonos of PyPI is another project.' },
  install: () => ({ python: ['git+https://github.com/Zyphra/Zonos.git', 'torchaudio'] }),
  snippets(facts, target) {
    const code = py`
      import torch
      import torchaudio
      from zonos.conditioning import make_cond_dict
      from zonos.model import Zonos

      device = "cuda" if torch.cuda.is_available() else "cpu"
      model = Zonos.from_pretrained(${facts.id}${pythonRevision(target)}, device=device)

      wav, sampling_rate = torchaudio.load(${fill('your-voice.wav')})
      speaker = model.make_speaker_embedding(wav, sampling_rate)
      conditions = make_cond_dict(text=${facts.widgetText ?? 'The wind turned in the night.'}, speaker=speaker, language="en-us")
      codes = model.generate(model.prepare_conditioning(conditions))
      audio = model.autoencoder.decode(codes)[0].cpu()
      torchaudio.save("output.wav", audio, model.autoencoder.sampling_rate)
    `
    return {
      drafts: [{ id: 'speak', title: 'Speak a text in a voice', code: pythonBlock(target, code) }],
      notes: [
        { code: 'input-needed', text: 'It needs espeak-ng on the machine: apt install espeak-ng, or brew install espeak-ng.' },
        ...(/hybrid/i.test(facts.name)
          ? [
              {
                code: 'gpu-required' as const,
                text: 'A hybrid model needs the extra [compile] of the package, and an NVIDIA graphics card of the 3000 series or newer.',
              },
            ]
          : []),
      ],
    }
  },
})
