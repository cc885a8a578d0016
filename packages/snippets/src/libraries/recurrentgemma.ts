import { type Block, fill, identifier, py } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision, pythonSnapshot } from '../preamble.ts'
import type { Target } from '../target.ts'

/** The folder of an Orbax checkpoint, found by a file that each of them contains; `''` for the root. */
function orbaxFolder({ files }: ModelFacts): string | null {
  return files.flatMap((file) => /^(?:(.+)\/)?_METADATA$/.exec(file)?.slice(0, 2).at(-1) ?? [])[0] ?? null
}

function isFlax(facts: ModelFacts): boolean {
  return orbaxFolder(facts) !== null || (filesEnding(facts, '.pt').length === 0 && /flax/i.test(facts.name))
}

/** Repos contain weights for PyTorch or for JAX. @see https://github.com/google-deepmind/recurrentgemma — API of release 1.0 */
export const library = defineLibrary({
  id: 'recurrentgemma',
  label: 'RecurrentGemma',
  repoName: 'recurrentgemma',
  repo: 'https://github.com/google-deepmind/recurrentgemma',
  filter: false,
  downloads: path('tokenizer.model'),
  names: { pypi: ['recurrentgemma', 'huggingface_hub'] },
  install: () => ({ python: ['recurrentgemma[full]', 'huggingface_hub'] }),
  snippets(facts, target) {
    const known = isFlax(facts) ? orbaxFolder(facts) : (filesEnding(facts, '.pt')[0] ?? null)
    const notes: Note[] = [{ code: 'python-version', text: 'The current release needs Python 3.11 or newer.' }]
    if (known === null)
      notes.push({ code: 'file-missing', text: 'No weights are known of this revision. Fill in their file, or their folder for JAX.' })
    const code = isFlax(facts) ? flax(facts, target) : torch(facts, target)
    return { drafts: [{ id: 'generate', title: 'Continue a text', code: pythonBlock(target, code) }], notes }
  },
})

/** The published sizes; values that cannot be derived from the weights come from here. */
function preset({ name }: ModelFacts): Block {
  return py`recurrentgemma.Preset.${identifier(/9b/i.test(name) ? 'RECURRENT_GEMMA_9B_V1' : 'RECURRENT_GEMMA_2B_V1')}`
}

function isInstructed({ name }: ModelFacts): boolean {
  return /-it\b/i.test(name)
}

function torch(facts: ModelFacts, target: Target): Block {
  const file = filesEnding(facts, '.pt')[0]
  const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
  return py`
    import torch
    from huggingface_hub import hf_hub_download
    from recurrentgemma import torch as recurrentgemma
    from sentencepiece import SentencePieceProcessor

    device = ${device}
    weights = hf_hub_download(${facts.id}, ${file ?? fill('your-weights.pt')}${pythonRevision(target)})
    vocabulary = hf_hub_download(${facts.id}, "tokenizer.model"${pythonRevision(target)})
    parameters = torch.load(weights, map_location=device, weights_only=True)
    config = recurrentgemma.GriffinConfig.from_torch_params(parameters, preset=${preset(facts)})
    model = recurrentgemma.Griffin(config, device=device, dtype=torch.bfloat16)
    model.load_state_dict(parameters)
    sampler = recurrentgemma.Sampler(
        model=model,
        vocab=SentencePieceProcessor(model_file=vocabulary),
        is_it_model=${isInstructed(facts)},
    )
    print(sampler(["Once upon a time"], total_generation_steps=100).text[0])
  `
}

function flax(facts: ModelFacts, target: Target): Block {
  return py`
    from pathlib import Path

    from huggingface_hub import snapshot_download
    from recurrentgemma import jax as recurrentgemma
    from sentencepiece import SentencePieceProcessor

    ${pythonSnapshot(facts, target)}
    parameters = recurrentgemma.load_parameters(str(Path(path, ${orbaxFolder(facts) ?? fill('2b')})), "single_device")
    config = recurrentgemma.GriffinConfig.from_flax_params_or_variables(parameters, preset=${preset(facts)})
    sampler = recurrentgemma.Sampler(
        model=recurrentgemma.Griffin(config),
        vocab=SentencePieceProcessor(model_file=f"{path}/tokenizer.model"),
        params=parameters,
        is_it_model=${isInstructed(facts)},
    )
    print(sampler(["Once upon a time"], total_generation_steps=100).text[0])
  `
}
