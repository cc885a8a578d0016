import { type Block, fill, identifier, lines, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

interface Interface {
  /** The submodule of `speechbrain.inference` that contains it. */
  readonly module: string
  readonly title: string
  readonly call: Block
}

const audio = fill('your-audio.wav')
const transcribe = { module: 'ASR', title: 'Transcribe a recording', call: py`print(model.transcribe_file(${audio}))` }
const classify = {
  module: 'classifiers',
  title: 'Classify a recording',
  call: py`
    probabilities, score, index, label = model.classify_file(${audio})
    print(label, score)
  `,
}
const enhance = {
  module: 'enhancement',
  title: 'Clean a recording',
  call: py`model.enhance_file(${audio}, output_filename="output.wav")`,
}

/** By the name in config.json. */
const interfaces: ReadonlyMap<string, Interface> = new Map([
  ['EncoderClassifier', classify],
  ['AudioClassifier', classify],
  ['EncoderDecoderASR', transcribe],
  ['EncoderASR', transcribe],
  ['SpectralMaskEnhancement', enhance],
  ['WaveformEnhancement', enhance],
  [
    'SepformerSeparation',
    {
      module: 'separation',
      title: 'Separate the voices of a recording',
      call: py`
        sources = model.separate_file(${audio})
        print(sources.shape)  # [1, samples, voices]
      `,
    },
  ],
  [
    'SpeakerRecognition',
    {
      module: 'speaker',
      title: 'Tell whether one person speaks in both recordings',
      call: py`
        score, same = model.verify_files(${fill('your-audio.wav')}, ${fill('another-audio.wav')})
        print(score, same)
      `,
    },
  ],
])

const trust: Note = {
  code: 'remote-code',
  text: 'hyperparams.yaml can name any class to make, and any file to load. Read it first; pin a commit to keep it from changing.',
}

/** The former module, speechbrain.pretrained, was removed. @see https://speechbrain.readthedocs.io — API of release 1.1 */
export const library = defineLibrary({
  id: 'speechbrain',
  label: 'speechbrain',
  repo: 'https://github.com/speechbrain/speechbrain',
  docs: 'https://speechbrain.readthedocs.io',
  filter: true,
  downloads: path('hyperparams.yaml'),
  names: { pypi: ['speechbrain'] },
  // It depends on torchaudio, whose last release only works with the torch version it was built with, but does not declare that to pip.
  install: () => ({ python: ['speechbrain', 'torch==2.11.*'] }),
  snippets(facts, target) {
    const name = facts.speechbrainInterface
    const known = name === null ? undefined : interfaces.get(name)
    const notes: Note[] = []
    if (name === null)
      notes.push({ code: 'interface-missing', text: 'The interface is not specified in config.json. This loads the modules without one.' })
    else if (known === undefined)
      notes.push({ code: 'interface-invalid', text: 'The interface in config.json is invalid. This loads the modules without one.' })
    const revision = revisionOf(target)
    const className = identifier(known === undefined ? 'Pretrained' : (name ?? 'Pretrained'))
    const code = py`
      from speechbrain.inference.${identifier(known?.module ?? 'interfaces')} import ${className}
      ${when(revision !== null, py`from speechbrain.utils.fetching import FetchConfig`)}

      ${lines('python', [load(className, facts.id, target), known?.call ?? py`print(model.mods)`])}
    `
    return {
      drafts: [{ id: known === undefined ? 'load' : 'run', title: known?.title ?? 'Load the modules', code: pythonBlock(target, code) }],
      notes: [...notes, trust],
    }
  },
})

function load(className: ReturnType<typeof identifier>, id: string, target: Target): Block {
  const revision = revisionOf(target)
  return py`model = ${className}.from_hparams(${id}${when(revision !== null, py`, fetch_config=FetchConfig(revision=${revision})`)}${when(
    target.device !== 'auto',
    py`, run_opts=${{ device: target.device }}`,
  )})`
}
