import { fill, lines, py, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * Its script downloads repositories from its own list; this code makes the same calls with a folder. @see https://github.com/Cypress-Yang/SongBloom —
 * its main branch
 */
export const library = defineLibrary({
  id: 'songbloom',
  label: 'SongBloom',
  repo: 'https://github.com/Cypress-Yang/SongBloom',
  filter: false,
  downloads: ext('pt'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone https://github.com/Cypress-Yang/SongBloom.git
      cd SongBloom
      pip install -r requirements.txt
      source set_env.sh
    `,
  }),
  snippets(facts, target) {
    const names = filesEnding(facts, '.pt').flatMap((file) => /^([^/-][^/]*)\.pt$/.exec(file)?.[1] ?? [])
    const name = names.find((each) => facts.files.includes(`${each}.yaml`)) ?? 'songbloom_full_150s'
    const notes: Note[] = [
      ...(names.length === 0
        ? [
            {
              code: 'file-missing' as const,
              text: 'No .pt file is known of this revision: the name in the code is that of the first model of its makers.',
            },
          ]
        : []),
      { code: 'gpu-required', text: 'It runs on an NVIDIA graphics card only.' },
      { code: 'python-version', text: 'Its requirements are pinned, for Python 3.8: give it an environment of its own.' },
      { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const code = py`
      import torch
      import torchaudio
      from huggingface_hub import snapshot_download
      from infer import SongBloom_Sampler, load_config

      ${lines('python', [
        pythonSnapshot(facts, target),
        py`name = ${name}`,
        py`config = load_config(f"{path}/{name}.yaml", parent_dir=path)`,
        py`model = SongBloom_Sampler.build_from_trainer(config, strict=True, dtype=torch.bfloat16)`,
        py`model.set_generation_params(**config.inference)`,
      ])}

      # ten seconds in the style that you want
      style, rate = torchaudio.load(${fill('your-style.wav')})
      style = torchaudio.functional.resample(style, rate, model.sample_rate).mean(dim=0, keepdim=True)
      style = style[..., : 10 * model.sample_rate].to(torch.bfloat16)
      lyrics = "[intro] [intro] [intro] , [verse] The wind has turned. We sail at dawn , [chorus] Over the water and far away , [outro] [outro]"
      song = model.generate(lyrics, style)
      torchaudio.save("output.flac", song[0].cpu().float(), model.sample_rate)
    `
    return { drafts: [{ id: 'song', title: 'Make a song of lyrics', code: pythonBlock(target, code) }], notes }
  },
})
