import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** File names of the first generation, which has another architecture that the package keeps separate. */
const isLegacy = (file: string) => /100m/.test(file)

/** @see https://github.com/fluxions-ai/vui — API of release 1.2 of vui-tts; the `vui` of PyPI is another project */
export const library = defineLibrary({
  id: 'vui',
  label: 'Vui',
  repo: 'https://github.com/vui-ai/vui',
  downloads: ext('pt'),
  names: { pypi: ['vui-tts', 'huggingface_hub'] },
  install: () => ({ python: ['vui-tts', 'huggingface_hub', 'torchaudio'] }),
  snippets(facts, target) {
    const files = [...filesEnding(facts, '.safetensors'), ...filesEnding(facts, '.pt')].filter(
      (name) => !/^-|\//.test(name) && !/fluac|codec|spk/i.test(name),
    )
    const file = files.find((name) => !isLegacy(name)) ?? files[0]
    const notes: Note[] = [
      ...(file === undefined
        ? [{ code: 'file-missing' as const, text: 'No .safetensors or .pt file is known of this revision. Fill in its name.' }]
        : []),
      { code: 'python-version', text: 'It needs Python 3.12.' },
    ]
    const text = facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'
    const download = py`path = hf_hub_download(${facts.id}, ${file ?? fill('your-model.safetensors')}${pythonRevision(target)})`
    if (file !== undefined && isLegacy(file)) {
      const code = py`
        import torchaudio
        from huggingface_hub import hf_hub_download
        from vui.legacy import Vui, render

        ${download}
        model = Vui.from_pretrained(path).eval()
        audio = render(model, ${text})
        torchaudio.save("output.wav", audio[0].cpu(), 22050)
      `
      return {
        drafts: [{ id: 'speak-legacy', title: 'Speak a text with a model of the first generation', code: pythonBlock(target, code) }],
        notes,
      }
    }
    const code = py`
      import torchaudio
      from huggingface_hub import hf_hub_download
      from vui.engine import Engine, GenConfig, Segment
      from vui.prompt_files import load_official_prompt

      ${download}
      engine = Engine(path)
      transcript, codes, speaker, bias = load_official_prompt("maeve", checkpoint=engine.checkpoint)
      with engine.new_row() as row:
          row.prefill([Segment(transcript, codes)], spk_emb=speaker, cond_bias=bias)
          _, audio = row.render(${text}, GenConfig(temperature=0.7))
      torchaudio.save("output.wav", audio[0].cpu().float(), 24000)
    `
    return {
      drafts: [{ id: 'speak', title: 'Speak a text', code: pythonBlock(target, code) }],
      notes: [
        ...notes,
        { code: 'fixed-model', text: 'The voice and the codec come from repositories that the package names itself.' },
        { code: 'gpu-required', text: 'It runs on an NVIDIA graphics card, or on Apple silicon.' },
      ],
    }
  },
})
