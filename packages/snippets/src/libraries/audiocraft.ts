import { identifier, lines, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** In this order: a model may have several of the tags. */
const kinds = [
  { tag: 'musicgen', name: 'MusicGen', title: 'Make music from descriptions' },
  { tag: 'audiogen', name: 'AudioGen', title: 'Make sounds from descriptions' },
  { tag: 'magnet', name: 'MAGNeT', title: 'Make sound from descriptions' },
] as const

/** @see https://github.com/facebookresearch/audiocraft — API of release 1.3 */
export const library = defineLibrary({
  id: 'audiocraft',
  label: 'Audiocraft',
  repoName: 'audiocraft',
  repo: 'https://github.com/facebookresearch/audiocraft',
  filter: false,
  downloads: path('state_dict.bin'),
  names: { pypi: ['audiocraft'] },
  install: () => ({ python: ['audiocraft'] }),
  snippets(facts, target) {
    const kind = kinds.find(({ tag }) => facts.tags.has(tag))
    if (kind === undefined)
      return {
        drafts: [],
        notes: [
          { code: 'type-unknown', text: 'The type of this model is unknown: none of the tags musicgen, audiogen and magnet is set.' },
        ],
      }
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const code = py`
      ${lines('python', [
        py`
          from audiocraft.data.audio import audio_write
          from audiocraft.models import ${identifier(kind.name)}
        `,
        imports,
      ])}

      ${lines('python', [
        fetch,
        py`model = ${identifier(kind.name)}.get_pretrained(${source})`,
        when(kind.tag === 'audiogen', py`model.set_generation_params(duration=5)`),
      ])}
      descriptions = ["waves on a pebble beach", "a ship's bell in fog", "rain on a tin roof"]
      for number, wav in enumerate(model.generate(descriptions)):
          audio_write(f"output-{number}", wav.cpu(), model.sample_rate, strategy="loudness")
    `
    return {
      drafts: [{ id: kind.tag, title: kind.title, code: pythonBlock(target, code) }],
      notes: [
        { code: 'pickle', text: 'state_dict.bin is a pickle: loading it can run code. Do it only with files you trust.' },
        { code: 'python-version', text: 'It is bound to PyTorch 2.1, which is made for Python 3.8 to 3.11.' },
      ],
    }
  },
})
